"""Presses a button of a window through the accessibility bus, as a person with a screen reader would.

usage: /usr/bin/python3 press-button.py NAME [SECONDS]
Prints the texts of the window that had the button. Ends with 1 when no such button was shown in time.
"""
import sys
import time

import pyatspi

name = sys.argv[1]
limit = time.monotonic() + float(sys.argv[2] if len(sys.argv) > 2 else 20)


def parts(of):
    yield of
    for i in range(of.childCount):
        child = of.getChildAtIndex(i)
        if child is not None:
            yield from parts(child)


def press():
    for application in pyatspi.Registry.getDesktop(0):
        for window in application or []:
            found = list(parts(window))
            for part in found:
                if part.getRole() == pyatspi.ROLE_PUSH_BUTTON and part.name == name:
                    print("\n".join(p.name for p in found if p.getRole() == pyatspi.ROLE_LABEL and p.name))
                    return part.queryAction().doAction(0)
    return False


while time.monotonic() < limit:
    try:
        if press():
            sys.exit(0)
    except Exception as error:  # A window that is being built or closed answers with errors; look again.
        print(error, file=sys.stderr)
    time.sleep(0.05)
sys.exit(1)
