"""A touch screen that nobody sees: an X server with a made-up screen, whose fingers are told through a socket."""
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time

SIZE = (1280, 1000)
CONFIGURATION = """
Section "ServerLayout"
  Identifier "L"
  Screen "S"
  InputDevice "touch"
  InputDevice "pointer" "CorePointer"
  InputDevice "keyboard" "CoreKeyboard"
EndSection
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "DontVTSwitch" "true"
EndSection
Section "Device"
  Identifier "D"
  Driver "dummy"
  VideoRam 64000
EndSection
Section "Monitor"
  Identifier "M"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "1280x1000" 100 1280 1300 1400 1500 1000 1010 1020 1040
EndSection
Section "Screen"
  Identifier "S"
  Device "D"
  Monitor "M"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1280x1000"
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "touch"
  Driver "inputtest"
  Option "SocketPath" "{folder}/touch"
  Option "DeviceType" "Touch"
  Option "TouchCount" "5"
EndSection
Section "InputDevice"
  Identifier "pointer"
  Driver "inputtest"
  Option "SocketPath" "{folder}/pointer"
  Option "DeviceType" "Pointer"
EndSection
Section "InputDevice"
  Identifier "keyboard"
  Driver "inputtest"
  Option "SocketPath" "{folder}/keyboard"
  Option "DeviceType" "Keyboard"
EndSection
"""
# What the server calls the events of a finger (XI2proto.h), and the largest value of its axes.
BEGIN, UPDATE, END = 18, 19, 20
LARGEST = 65535


class Touchscreen:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="touch-")
        path = os.path.join(self.folder, "x.conf")
        with open(path, "w") as file:
            file.write(CONFIGURATION.replace("{folder}", self.folder))
        answer, said = os.pipe()
        self.process = subprocess.Popen(
            ["Xorg", "-displayfd", str(said), "-config", path, "-logfile", os.path.join(self.folder, "log"),
             "-noreset", "-novtswitch", "-sharevts", "-nolisten", "tcp"],
            pass_fds=[said], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(said)
        # All of the line, or the server ends when it cannot write the rest.
        with os.fdopen(answer) as file:
            number = file.readline().strip()
        if not number:
            raise OSError("no touch screen: " + open(os.path.join(self.folder, "log")).read()[-400:])
        self.display = ":" + number
        self.connect()

    def connect(self):
        """Once the devices are on: one that is called too early answers nobody any more."""
        log = os.path.join(self.folder, "log")
        limit = time.monotonic() + 15
        while "keyboard: Device turned on" not in open(log).read():
            if time.monotonic() > limit:
                raise OSError("the touch screen does not turn on")
            time.sleep(0.05)
        time.sleep(0.4)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(os.path.join(self.folder, "touch"))
        # The version of the protocol that we speak, and the server's in answer.
        self.socket.send(struct.pack("<IIHH", 12, 0, 1, 1))
        self.socket.recv(12)

    def finger(self, number, kind, x, y):
        mask, values = bytearray(8), [0.0] * 64
        for axis, value, length in ((0, x, SIZE[0]), (1, y, SIZE[1])):
            mask[0] |= 1 << axis
            values[axis] = value * LARGEST / length
        valuators = struct.pack("<I8s4x", 0, bytes(mask)) + struct.pack("<64d", *values) + struct.pack("<64d", *[0.0] * 64)
        self.socket.send(struct.pack("<IIII", 16 + len(valuators), 6, number, kind) + valuators)
        # Waits until the server has taken it.
        self.socket.send(struct.pack("<II", 8, 1))
        self.socket.recv(8)
        time.sleep(0.015)

    def tap(self, x, y):
        self.finger(0, BEGIN, x, y)
        time.sleep(0.05)
        self.finger(0, END, x, y)

    def swipe(self, x1, y1, x2, y2, rest):
        self.finger(0, BEGIN, x1, y1)
        time.sleep(rest)
        for step in range(1, 13):
            self.finger(0, UPDATE, x1 + (x2 - x1) * step / 12, y1 + (y2 - y1) * step / 12)
        time.sleep(0.05)
        self.finger(0, END, x2, y2)

    def pinch(self, x, y, start, finish):
        """Two fingers, that far apart at the beginning and at the end."""
        for finger, side in ((0, -1), (1, 1)):
            self.finger(finger, BEGIN, x + side * start / 2, y)
        for step in range(1, 13):
            distance = start + (finish - start) * step / 12
            for finger, side in ((0, -1), (1, 1)):
                self.finger(finger, UPDATE, x + side * distance / 2, y)
        for finger, side in ((0, -1), (1, 1)):
            self.finger(finger, END, x + side * finish / 2, y)

    def end(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
