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
import time

import pyatspi

PATIENCE = float(os.environ.get("HAND_PATIENCE", "20"))
x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XDefaultRootWindow.restype = ctypes.c_ulong
x11.XStringToKeysym.restype = ctypes.c_ulong
x11.XInternAtom.restype = ctypes.c_ulong
for function in (
    x11.XDefaultRootWindow, x11.XKeysymToKeycode, x11.XFlush, x11.XSync, xtst.XTestFakeKeyEvent,
    xtst.XTestFakeButtonEvent, xtst.XTestFakeMotionEvent, x11.XInternAtom, x11.XQueryTree, x11.XSendEvent,
    x11.XMoveResizeWindow, x11.XFree, x11.XGetWindowAttributes, x11.XSetInputFocus,
):
    function.argtypes = None


class Program:
    def __init__(self, words):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def application(self):
        for application in pyatspi.Registry.getDesktop(0):
            if application is not None and application.get_process_id() == self.process.pid:
                return application
        return None


program = None
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
            raise TimeoutError(what)
        time.sleep(0.03)


def see(role, pattern):
    return until(lambda: matching(role, pattern), f"no {role} is called {pattern}")[0]


def gone(role, pattern):
    until(lambda: not matching(role, pattern), f"there still is a {role} called {pattern}")
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


def middle(part):
    box = part.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
    return box.x + box.width // 2, box.y + box.height // 2


def fake(function, *words):
    function(ctypes.c_void_p(display), *words, ctypes.c_ulong(0))
    x11.XSync(ctypes.c_void_p(display), 0)
    time.sleep(0.02)


def keycode(name):
    symbol = x11.XStringToKeysym(name.encode())
    return x11.XKeysymToKeycode(ctypes.c_void_p(display), ctypes.c_ulong(symbol))


def key(chord):
    names = {"Ctrl": "Control_L", "Shift": "Shift_L", "Alt": "Alt_L"}
    codes = [keycode(names.get(name, name)) for name in chord.split("+")]
    for code in codes:
        fake(xtst.XTestFakeKeyEvent, code, 1)
    for code in reversed(codes):
        fake(xtst.XTestFakeKeyEvent, code, 0)
    time.sleep(0.05)


def move(x, y):
    fake(xtst.XTestFakeMotionEvent, -1, int(x), int(y))


def click(role, pattern, held=""):
    part = see(role, pattern)
    move(*middle(part))
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
    time.sleep(0.6)


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
        output, errors = program.process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise TimeoutError("the program does not end")
    return {"status": program.process.returncode, "output": output, "errors": errors}


def walk(verb, words):
    global program
    if verb == "start":
        program = Program(words)
        return program.process.pid
    if verb == "see":
        return see(*words).name
    if verb == "gone":
        return gone(*words)
    if verb == "press":
        return press(*words)
    if verb == "click":
        return click(*words)
    if verb == "drag":
        return drag(*words)
    if verb == "wheel":
        return wheel(*words)
    if verb == "key":
        return [key(chord) for chord in words]
    if verb == "type":
        return [key(letter) for letter in words[0]]
    if verb == "names":
        return [p.name for p in everything() if p.getRoleName() == words[0]]
    if verb == "states":
        return sorted(pyatspi.stateToString(s) for s in see(*words).getState().getStates())
    if verb == "actions":
        action = see(*words).queryAction()
        return [action.getName(i) for i in range(action.nActions)]
    if verb == "box":
        box = see(*words).queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        return [box.x, box.y, box.width, box.height]
    if verb == "tree":
        return [[p.getRoleName(), p.name] for p in everything()]
    if verb == "resize":
        return resize(*words)
    if verb == "front":
        return front()
    if verb == "shot":
        return subprocess.run(["import", "-window", "root", *words], check=True).returncode
    if verb == "close":
        return close_window()
    if verb == "signal":
        return program.process.send_signal(getattr(signal, words[0]))
    if verb == "sleep":
        return time.sleep(words[0])
    if verb == "end":
        return end()
    raise ValueError(f"unknown step {verb}")


results = []
try:
    for verb, *words in json.loads(sys.argv[1]):
        results.append(walk(verb, words))
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
        output, errors = program.process.communicate()
        print(f"output: {output}\nerrors: {errors}")
    sys.exit(1)
finally:
    if program and program.process.poll() is None:
        program.process.kill()
