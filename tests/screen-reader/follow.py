#!/usr/bin/python3
"""Plays in the real window as a person who cannot see: follow.py PROGRAM [ARGUMENT..], on a session bus of its own.

Knows only what a screen reader gets from the accessibility bus: names, roles, actions and announcements. Prints what it hears;
ends with 1 and what is missing.
"""
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

PRESSED = ("push button", "toggle button", "check box", "radio button", "combo box", "entry", "text", "link")
heard = []


def switch_on():
    """Tells programs that a screen reader is there."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        said = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True)))
        bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", said, None, 0, -1)


def listen(event):
    words = str(event.any_data)
    heard.append(words)
    print(f"  heard: {words}", flush=True)


def rest(seconds=0.2):
    """Lets events arrive."""
    context, end = GLib.MainContext.default(), time.time() + seconds
    while time.time() < end:
        while context.pending():
            context.iteration(False)
        time.sleep(0.02)


def below(node):
    yield node
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child:
            yield from below(child)


def tree():
    """Role, name and handle of everything in the program's window, in the order of the tree."""
    desktop, things = Atspi.get_desktop(0), []
    for i in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(i)
        try:
            if program and "sixty" in (program.get_name() or ""):
                things.extend((node.get_role_name(), node.get_name() or "", node) for node in below(program))
        except GLib.Error:
            pass  # It went away meanwhile.
    return things


def wait(what, test, patience=60):
    end = time.time() + patience
    while time.time() < end:
        found = test()
        if found:
            return found
        rest()
    sys.exit(f"missing: {what}; there is {' | '.join(name for _, name, _ in tree() if name)[:3000]}; heard {heard[-5:]}")


def press(name):
    """Does the first action of what is called so, with or without its key."""
    def found():
        return next((node for _, said, node in tree() if said == name or said.startswith(f"{name}, key ")), None)
    # What has just changed takes no tap for half a second.
    rest(0.8)
    node = wait(f"something called `{name}`", found)
    heard.clear()
    if not Atspi.Action.do_action(node, 0):
        sys.exit(f"`{name}` ({node.get_role_name()}) can't be pressed")


def hears(words):
    wait(f"the announcement `{words}`", lambda: any(words in said for said in heard), 20)


def reads(words):
    wait(f"`{words}` in the window", lambda: any(words in name for _, name, _ in tree()), 20)
    print(f"  read: {words}", flush=True)


def play():
    reads("Keep score by tapping")
    press("Keep score by tapping")
    press("Begin the match")
    reads("Player 1 0, to lead")
    press("tile 6-6")
    hears("Player 1 leads 6-6")
    press("tile 6-3")
    hears("Player 2 dropped 6-3")
    # The score, whose turn it is, and the line with its ends.
    reads("to drop, 6 tiles left")
    reads("Player 1 4")
    reads("Player 2 8")
    reads("the line 6-6 6-3, open ends 6-6 and 3")
    # A tile that does not fit is refused aloud; the last drop is taken back aloud.
    press("tile 5-5")
    hears("5-5 fits neither 3 nor 6")
    press("No")
    press("Knock")
    hears("Player 1 knocks")
    press("Undo")
    hears("Undone")
    for screen in ("New game", "History", "Rules", "Count", "Camera", "Settings", "Help", "Table"):
        press(screen)
        rest(1)
        nameless = [role for role, name, _ in tree() if not name and role in PRESSED]
        if nameless:
            sys.exit(f"{screen} has {nameless} without a name")
    print("a match was begun, followed and played by names and announcements alone")


def main():
    switch_on()
    program = subprocess.Popen(sys.argv[1:])
    try:
        listener = Atspi.EventListener.new(listen)
        listener.register("object:announcement")
        play()
    finally:
        program.kill()
        program.wait()


main()
