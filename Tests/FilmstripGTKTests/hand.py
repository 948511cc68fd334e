"""The hands and eyes of a person in front of a window: presses what screen readers can press, types, clicks, drags and reads.

usage: /usr/bin/python3 hand.py STEPS
STEPS is a JSON list of steps, each a list of a verb and its words. The first one starts the program. Prints a JSON list with what
each step found. Ends with 1, and what it saw, when a step could not be done in time.
"""
import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import pyatspi

# Seconds until a step gives up. Nothing is done sooner or later because of it.
PATIENCE = float(os.environ.get("HAND_PATIENCE", "40"))
x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XDefaultRootWindow.restype = ctypes.c_ulong
x11.XStringToKeysym.restype = ctypes.c_ulong
x11.XInternAtom.restype = ctypes.c_ulong
x11.XCreateSimpleWindow.restype = ctypes.c_ulong
for function in (
    x11.XDefaultRootWindow, x11.XKeysymToKeycode, x11.XFlush, x11.XSync, xtst.XTestFakeKeyEvent,
    xtst.XTestFakeButtonEvent, xtst.XTestFakeMotionEvent, x11.XInternAtom, x11.XQueryTree, x11.XSendEvent,
    x11.XCreateSimpleWindow, x11.XMapWindow, x11.XDestroyWindow, x11.XGetTransientForHint, x11.XMoveResizeWindow,
    x11.XFree, x11.XGetWindowAttributes, x11.XSetInputFocus,
):
    function.argtypes = None


class Program:
    def __init__(self, words):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.output, self.errors = [], []
        pairs = [(self.process.stdout, self.output), (self.process.stderr, self.errors)]
        self.readers = [threading.Thread(target=self.read, args=pair, daemon=True) for pair in pairs]
        for reader in self.readers:
            reader.start()

    def read(self, stream, lines):
        for line in stream:
            lines.append(line)

    def end(self, patience):
        """Waits for its end, and that of all who hold its output."""
        limit = time.monotonic() + patience
        for reader in self.readers:
            reader.join(max(0, limit - time.monotonic()))
        self.process.wait(max(0.01, limit - time.monotonic()))
        if any(reader.is_alive() for reader in self.readers):
            raise subprocess.TimeoutExpired(self.process.args, patience)
        return "".join(self.output), "".join(self.errors)

    def application(self):
        for application in pyatspi.Registry.getDesktop(0):
            if application is not None and application.get_process_id() == self.process.pid:
                return application
        return None


program = None
# The touch screen in front of which we sit; none by default.
screen = None
other = 0
helpers = []
# Where parts stood when they were looked at last.
boxes = {}
# Whether albums may still come beside the pictures, which move aside for them then.
awaits_albums = False
display = x11.XOpenDisplay(None)
root = x11.XDefaultRootWindow(ctypes.c_void_p(display))


def parts(of):
    yield of
    for i in range(of.childCount):
        child = of.getChildAtIndex(i)
        # GTK 4.8 says of its windows alone that they are showing; what is hidden is not visible, with all that is in it.
        if child is not None and child.getState().contains(pyatspi.STATE_VISIBLE):
            yield from parts(child)


def everything():
    application = program.application()
    return list(parts(application)) if application else []


def matching(role, pattern):
    return [
        p for p in everything()
        if (role == "*" or p.getRoleName() == role) and re.search(pattern, p.name or "")
    ]


def until(answer, what):
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            found = answer()
            if found:
                return found
        except Exception as error:  # A window that is being built or closed answers with errors; look again.
            print(error, file=sys.stderr)
        if time.monotonic() > limit:
            raise TimeoutError(what() if callable(what) else what)
        time.sleep(0.03)


def names(role, patterns, how="all"):
    """Waits until the parts of a role have names like these, in order: all of them, or the first ones."""
    seen = []
    def act():
        seen[:] = [part.name or "" for part in everything() if part.getRoleName() == role]
        count = len(seen) if how == "all" else min(len(seen), len(patterns))
        alike = count == len(patterns) and all(re.search(p, name) for p, name in zip(patterns, seen))
        # An empty list is an answer, too.
        return [list(seen)] if alike else None
    return until(act, lambda: f"each {role} is called {seen}, and not {patterns}")[0]


def awaited(role, pattern, state):
    """Waits until a part is in a state, or in none of that name: "not sensitive"."""
    wanted = not state.startswith("not ")
    state = state.removeprefix("not ")
    has = lambda part: state in [pyatspi.stateToString(s) for s in part.getState().getStates()]
    return until(
        lambda: any(has(part) == wanted for part in matching(role, pattern)),
        f"no {role} called {pattern} is {'' if wanted else 'not '}{state}")


def told(pattern):
    """Waits until the program has printed such a line."""
    lines = lambda: list(program.output) + list(program.errors)
    return until(
        lambda: [line.strip() for line in lines() if re.search(pattern, line.strip())],
        lambda: f"nothing like {pattern} was told: {lines()}")[0]


def see(role, pattern):
    return until(lambda: matching(role, pattern), f"no {role} is called {pattern}")[0]


def gone(role, pattern):
    until(lambda: not matching(role, pattern), f"there still is a {role} called {pattern}")
    return True


def hush(pattern):
    """Has read a notice, which the program leaves there until then, and sees that it goes by itself."""
    def act():
        program.process.send_signal(signal.SIGUSR2)
        return not matching("*", pattern)
    until(act, f"there still is a notice {pattern}")
    return True


def answer(pattern):
    """Presses a button of whatever program, such as the desktop's own question."""
    def act():
        for application in pyatspi.Registry.getDesktop(0):
            for part in parts(application) if application else []:
                if part.getRole() == pyatspi.ROLE_PUSH_BUTTON and re.search(pattern, part.name or ""):
                    return part.queryAction().doAction(0)
        return False
    until(act, f"nobody has a button called {pattern}")
    return True


def press(role, pattern, wanted=None):
    def act():
        for part in matching(role, pattern):
            action = part.queryAction()
            for i in range(action.nActions):
                if wanted is None or action.getName(i) == wanted:
                    return action.doAction(i)
        return False
    until(act, f"no {role} called {pattern} could be pressed")
    return True


def extents(part):
    box = part.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
    if box.width <= 0 or box.height <= 0:
        raise ValueError(f"{part.name} has no place yet")
    return [box.x, box.y, box.width, box.height]


def middle(box):
    return box[0] + box[2] // 2, box[1] + box[3] // 2


def rest(role, pattern, looks=2, pause=0.05):
    """A part, and where it stands when it has come to rest."""
    def act():
        part = matching(role, pattern)[0]
        place = extents(part)
        for _ in range(looks - 1):
            time.sleep(pause)
            if extents(part) != place:
                return None
        return part, place
    return until(act, f"no {role} called {pattern} comes to rest")


def spot(role, pattern):
    return middle(rest(role, pattern)[1])


def box(role, pattern, wish=None):
    """Where a part stands, as soon as that is as wished: "wider" or "narrower" than it was, or "height=240"."""
    before = boxes.get((role, pattern))
    seen = []
    def act():
        seen[:] = rest(role, pattern)[1]
        if wish is None:
            return True
        if wish.startswith("height="):
            return seen[3] == int(wish.removeprefix("height="))
        return seen[2] > before[2] if wish == "wider" else seen[2] < before[2]
    until(act, lambda: f"the {role} {pattern} is not {wish}: {seen}, before {before}")
    boxes[(role, pattern)] = list(seen)
    return list(seen)


def below(role, pattern, other_role, other_pattern, wanted=True):
    """Waits until one part stands below another, or beside it."""
    def act():
        upper = extents(matching(other_role, other_pattern)[0])
        return (extents(matching(role, pattern)[0])[1] >= upper[1] + upper[3]) == wanted
    return until(act, f"{pattern} does not stand {'below' if wanted else 'beside'} {other_pattern}")


def apart(role, pattern, other_role, other_pattern, room=0):
    """Waits until two parts have come to rest, and neither is upon the other, with some room around the first."""
    seen = []
    def act():
        seen[:] = [rest(role, pattern)[1], rest(other_role, other_pattern)[1]]
        (x, y, width, height), (left, top, across, down) = seen
        return (
            x - room >= left + across or left >= x + width + room or y - room >= top + down or top >= y + height + room)
    until(act, lambda: f"{pattern} and {other_pattern} stand upon each other: {seen}")
    return seen


def fake(function, *words):
    function(ctypes.c_void_p(display), *words, ctypes.c_ulong(0))
    x11.XSync(ctypes.c_void_p(display), 0)
    time.sleep(0.02)


def keycode(name):
    symbol = x11.XStringToKeysym(name.encode())
    return x11.XKeysymToKeycode(ctypes.c_void_p(display), ctypes.c_ulong(symbol))


def codes_of(chord):
    names = {"Ctrl": "Control_L", "Shift": "Shift_L", "Alt": "Alt_L"}
    return [keycode(names.get(name, name)) for name in chord.split("+")]


def key(chord):
    codes = codes_of(chord)
    for code in codes:
        fake(xtst.XTestFakeKeyEvent, code, 1)
    for code in reversed(codes):
        fake(xtst.XTestFakeKeyEvent, code, 0)
    time.sleep(0.05)


def burst(chords):
    """Types as fast as a keyboard can: all keys are there before the program looks at the first one."""
    for chord in [codes_of(chord) for chord in chords]:
        for code, isDown in [(code, 1) for code in chord] + [(code, 0) for code in reversed(chord)]:
            xtst.XTestFakeKeyEvent(ctypes.c_void_p(display), code, isDown, ctypes.c_ulong(0))
    x11.XSync(ctypes.c_void_p(display), 0)


def move(x, y):
    fake(xtst.XTestFakeMotionEvent, -1, int(x), int(y))


def settle(role, pattern):
    """Waits for the albums beside the first pictures: a hand that is quicker presses where the picture was."""
    global awaits_albums
    see(role, pattern)
    limit = time.monotonic() + 3
    while awaits_albums and time.monotonic() < limit:
        try:
            awaits_albums = not matching("list item", "Items?$|[项項]$")
        except Exception as error:
            print(error, file=sys.stderr)
        time.sleep(0.05)
    awaits_albums = False
    rest(role, pattern, looks=4)


def click(role, pattern, held=""):
    if awaits_albums and role == "check box":
        settle(role, pattern)
    part, place = rest(role, pattern)
    if screen:
        screen.tap(*middle(place))
        return part.name
    move(*middle(place))
    if held:
        fake(xtst.XTestFakeKeyEvent, keycode(held), 1)
    fake(xtst.XTestFakeButtonEvent, 1, 1)
    fake(xtst.XTestFakeButtonEvent, 1, 0)
    if held:
        fake(xtst.XTestFakeKeyEvent, keycode(held), 0)
    return part.name


def drag(x1, y1, x2, y2):
    move(x1, y1)
    fake(xtst.XTestFakeButtonEvent, 1, 1)
    for step in range(1, 11):
        move(x1 + (x2 - x1) * step / 10, y1 + (y2 - y1) * step / 10)
    fake(xtst.XTestFakeButtonEvent, 1, 0)


def touch():
    """Goes on in front of a touch screen: clicks are taps from now on."""
    global display, root, screen
    from touchscreen import Touchscreen
    screen = Touchscreen()
    os.environ["DISPLAY"] = screen.display
    display = x11.XOpenDisplay(screen.display.encode())
    root = x11.XDefaultRootWindow(ctypes.c_void_p(display))
    return screen.display


def swipe(role, start, finish, rest=0.0):
    """A press at one part that rests as long as wanted, and slides to another."""
    x1, y1 = spot(role, start)
    x2, y2 = spot(role, finish)
    if screen:
        return screen.swipe(x1, y1, x2, y2, rest)
    move(x1, y1)
    fake(xtst.XTestFakeButtonEvent, 1, 1)
    time.sleep(rest)
    for step in range(1, 13):
        move(x1 + (x2 - x1) * step / 12, y1 + (y2 - y1) * step / 12)
    time.sleep(0.1)
    fake(xtst.XTestFakeButtonEvent, 1, 0)


def slide(role, pattern, fraction):
    """Takes the mark of a slider that runs down, and pulls it to a part of the way."""
    part, (left, top, width, height) = rest(role, pattern)
    value = part.queryValue()
    share = (value.currentValue - value.minimumValue) / (value.maximumValue - value.minimumValue)
    edge = 16
    place = lambda share: top + edge + (height - 2 * edge) * share
    drag(left + width - 8, place(share), left + width - 8, place(fraction) + (fraction - 0.5) * 40)


def wheel(notches, held=""):
    if held:
        fake(xtst.XTestFakeKeyEvent, keycode(held), 1)
    for _ in range(abs(notches)):
        button = 5 if notches > 0 else 4
        fake(xtst.XTestFakeButtonEvent, button, 1)
        fake(xtst.XTestFakeButtonEvent, button, 0)
    if held:
        fake(xtst.XTestFakeKeyEvent, keycode(held), 0)


def windows():
    parent, count = ctypes.c_ulong(), ctypes.c_uint()
    top, children = ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)()
    x11.XQueryTree(
        ctypes.c_void_p(display), ctypes.c_ulong(root), ctypes.byref(top), ctypes.byref(parent),
        ctypes.byref(children), ctypes.byref(count))
    return [children[i] for i in range(count.value)]


class ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("room", ctypes.c_long * 12),
    ]


def close_window():
    """What a window manager does when somebody presses the window's close button."""
    atom = lambda name: x11.XInternAtom(ctypes.c_void_p(display), name, 0)
    for window in windows():
        message = ClientMessage(
            type=33, window=window, message_type=atom(b"WM_PROTOCOLS"), format=32)
        message.data[0] = atom(b"WM_DELETE_WINDOW")
        x11.XSendEvent(
            ctypes.c_void_p(display), ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(message))
    x11.XSync(ctypes.c_void_p(display), 0)


def resize(width, height):
    for window in windows():
        x11.XMoveResizeWindow(ctypes.c_void_p(display), ctypes.c_ulong(window), 0, 0, width, height)
    x11.XSync(ctypes.c_void_p(display), 0)
    # Until it is laid out anew. Its edges, which are no content, take a few points.
    sizes = lambda: [extents(window)[2:] for window in program.application()]
    until(
        lambda: any(abs(across - width) <= 60 and abs(down - height) <= 60 for across, down in sizes()),
        lambda: f"no window is {width} × {height}: {sizes()}")


def focus(role, pattern):
    """Goes there by the Tab key, as people without a pointer do."""
    see(role, pattern)
    for _ in range(60):
        if any(part.getState().contains(pyatspi.STATE_FOCUSED) for part in matching(role, pattern)):
            return True
        key("Tab")
        time.sleep(0.05)
    raise TimeoutError(f"the Tab key does not lead to a {role} called {pattern}")


def open_other():
    """A window of another program: this one."""
    global other
    other = x11.XCreateSimpleWindow(
        ctypes.c_void_p(display), ctypes.c_ulong(root), 0, 0, 300, 200, 0, ctypes.c_ulong(0), ctypes.c_ulong(0))
    x11.XMapWindow(ctypes.c_void_p(display), ctypes.c_ulong(other))
    x11.XSync(ctypes.c_void_p(display), 0)
    return other


def close_other():
    x11.XDestroyWindow(ctypes.c_void_p(display), ctypes.c_ulong(other))
    x11.XSync(ctypes.c_void_p(display), 0)


def above_other():
    """Whether a window stands above the other program's."""
    def stands():
        parent = ctypes.c_ulong()
        return any(
            x11.XGetTransientForHint(ctypes.c_void_p(display), ctypes.c_ulong(window), ctypes.byref(parent))
            and parent.value == other
            for window in windows())
    return until(stands, "no window stands above the other program's")


def descendants(pid):
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    if int(file.read().rsplit(")", 1)[1].split()[1]) == pid:
                        found += [int(name)] + descendants(int(name))
            except OSError:
                pass
    return found


def alive():
    """Which of the processes that the program had started are still there."""
    def names():
        for pid in helpers:
            try:
                with open(f"/proc/{pid}/comm") as file:
                    yield file.read().strip()
            except OSError:
                pass
    limit = time.monotonic() + PATIENCE
    while list(names()) and time.monotonic() < limit:
        time.sleep(0.05)
    return list(names())


def run_also(words):
    """Runs a second program to its end, while the first one goes on."""
    done = subprocess.run(filled(words), capture_output=True, text=True, timeout=PATIENCE)
    return {"status": done.returncode, "output": done.stdout, "errors": done.stderr}


def filled(words):
    return [word.replace("{other}", f"{other:x}") for word in words]


def pixel(x, y):
    """The colour at a point of the screen, as six digits."""
    x11.XGetImage.restype = ctypes.c_void_p
    x11.XGetPixel.restype = ctypes.c_ulong
    image = x11.XGetImage(
        ctypes.c_void_p(display), ctypes.c_ulong(root), int(x), int(y), 1, 1, ctypes.c_ulong(0xFFFFFF), 2)
    return f"{x11.XGetPixel(ctypes.c_void_p(image), 0, 0) & 0xFFFFFF:06x}"


def front():
    """What a window manager does when a window has gone: the one below hears the keys. Here there is none."""
    def is_shown(window):
        room = (ctypes.c_int * 64)()
        x11.XGetWindowAttributes(ctypes.c_void_p(display), ctypes.c_ulong(window), ctypes.byref(room))
        # XWindowAttributes: map_state at byte 92, override_redirect at byte 120.
        return room[23] == 2 and room[30] == 0
    def act():
        shown = [window for window in windows() if is_shown(window)]
        if shown:
            x11.XSetInputFocus(ctypes.c_void_p(display), ctypes.c_ulong(shown[-1]), 1, ctypes.c_ulong(0))
            x11.XSync(ctypes.c_void_p(display), 0)
        return bool(shown)
    until(act, "no window is shown")
    time.sleep(0.2)


def end():
    try:
        output, errors = program.end(PATIENCE)
    except subprocess.TimeoutExpired:
        raise TimeoutError("the program does not end")
    return {"status": program.process.returncode, "output": output, "errors": errors}


def start(*words):
    global program, awaits_albums
    awaits_albums = any(word in ("browse", "attach", "pick", "plus", "call") for word in words)
    program = Program(filled(words))
    return program.process.pid


def helped():
    helpers.extend(descendants(program.process.pid))
    return len(helpers)


def actions(role, pattern):
    action = see(role, pattern).queryAction()
    return [action.getName(i) for i in range(action.nActions)]


def hue(role, pattern, colour):
    """Waits until the middle of a part has a colour like that."""
    return until(
        lambda: re.search(colour, pixel(*middle(extents(matching(role, pattern)[0])))) is not None,
        f"the {role} {pattern} has no colour {colour}")


def coloured(x, y, colour):
    """Waits until a point of the screen has a colour like that."""
    return until(
        lambda: re.search(colour, pixel(x, y)) and [pixel(x, y)],
        lambda: f"the colour at {x}, {y} is {pixel(x, y)}, and not {colour}")[0]


def down(role, pattern):
    move(*spot(role, pattern))
    fake(xtst.XTestFakeButtonEvent, 1, 1)


STEPS = {
    # Programs.
    "start": start,
    "also": lambda *words: run_also(words),
    "run": lambda *words: subprocess.run(words, check=True, capture_output=True, text=True).stdout,
    "cue": lambda: program.process.send_signal(signal.SIGUSR1),
    "signal": lambda name: program.process.send_signal(getattr(signal, name)),
    "helpers": helped,
    "alive": alive,
    "end": end,
    # Windows.
    "other": open_other,
    "close-other": close_other,
    "above-other": above_other,
    "resize": resize,
    "front": front,
    "close": close_window,
    "shot": lambda *words: subprocess.run(["import", "-window", "root", *words], check=True).returncode,
    # What is waited for.
    "see": lambda *words: see(*words).name,
    "gone": gone,
    "names": names,
    "await": awaited,
    "told": told,
    "hush": hush,
    "rest": lambda *words: rest(*words, looks=4, pause=0.1)[1],
    "box": box,
    "below": below,
    "apart": apart,
    "beside": lambda *words: below(*words, wanted=False),
    "pixel": coloured,
    "hue": hue,
    "actions": actions,
    "tree": lambda: [[part.getRoleName(), part.name] for part in everything()],
    "moment": lambda: {"moment": time.monotonic()},
    "sleep": time.sleep,
    # What is done.
    "focus": focus,
    "answer": answer,
    "press": press,
    "click": click,
    "drag": drag,
    "swipe": swipe,
    "carry": swipe,
    "slide": slide,
    "touchscreen": touch,
    "pinch": lambda role, pattern, *spans: screen.pinch(*spot(role, pattern), *spans),
    "point": move,
    "wheel": wheel,
    "down": down,
    "up": lambda: fake(xtst.XTestFakeButtonEvent, 1, 0),
    "key": lambda *chords: [key(chord) for chord in chords],
    "burst": lambda *chords: burst(chords),
    "type": lambda text: [key(letter) for letter in text],
}


results = []
try:
    for verb, *words in json.loads(sys.argv[1]):
        results.append(STEPS[verb](*words))
    print(json.dumps(results))
except Exception as error:
    print(json.dumps(results))
    print(f"{verb} {words}: {error}")
    try:
        for part in everything():
            print(f"  {part.getRoleName()}: {part.name}")
    except Exception:
        pass
    if program and program.process.poll() is None:
        program.process.kill()
    if program:
        try:
            program.end(5)
        except subprocess.TimeoutExpired:
            pass  # What it said until now will do.
        print(f"output: {''.join(program.output)}\nerrors: {''.join(program.errors)}")
    sys.exit(1)
finally:
    if program and program.process.poll() is None:
        program.process.kill()
    if screen:
        screen.end()
