#!/usr/bin/python3
"""A WebKitGTK browser with a profile on disk that WebKitWebDriver can drive: MiniBrowser --automation always forgets everything.

usage: wkbrowser.py [--profile=DIR] [--user-agent=TEXT]   without a profile: a private session, gone with the process
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gio, Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = 390, 844
# What Safari has switched on and WebKitGTK ships switched off.
FEATURES = {"StorageAPI", "StorageAPIEstimate", "FileSystem"}

options = dict(argument.lstrip("-").partition("=")[::2] for argument in sys.argv[1:])
# Whatever nobody holds is collected, and its window closes.
kept = []


def data_manager():
    profile = options.get("profile")
    if not profile:
        return WebKit2.WebsiteDataManager.new_ephemeral()
    return WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(profile, "data"), base_cache_directory=os.path.join(profile, "cache")
    )


def settings():
    made = WebKit2.Settings()
    if options.get("user-agent"):
        made.set_user_agent(options["user-agent"])
    features = WebKit2.Settings.get_all_features()
    for index in range(features.get_length()):
        feature = features.get(index)
        if feature.get_identifier() in FEATURES:
            made.set_feature_enabled(feature, True)
    return made


def open_view(app, context, opener=None):
    if opener:
        view = WebKit2.WebView(related_view=opener, is_controlled_by_automation=True)
    else:
        view = WebKit2.WebView(web_context=context, settings=settings(), is_controlled_by_automation=True)
    # What `window.open` asks for.
    view.connect("create", lambda view, _action: open_view(app, context, view))
    window = Gtk.ApplicationWindow(application=app)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    view.connect("permission-request", lambda _view, request: request.allow() or True)
    view.connect("close", lambda _view: window.destroy())
    view.grab_focus()
    kept.append(view)
    return view


def activate(app):
    context = WebKit2.WebContext(website_data_manager=data_manager())

    def start(_context, session):
        # The driver asks who answers.
        info = WebKit2.ApplicationInfo()
        info.set_name("wkbrowser")
        info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        session.set_application_info(info)
        session.connect("create-web-view", lambda *_: open_view(app, context))
        kept.append(session)

    context.connect("automation-started", start)
    context.set_automation_allowed(True)
    kept.append(context)
    app.hold()


application = Gtk.Application(application_id=None, flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
sys.exit(application.run([]))
