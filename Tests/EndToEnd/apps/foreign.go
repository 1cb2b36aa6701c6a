// A client of torpord made of the code that varlink-go-interface-generator, Debian's package of another project, writes from
// the descriptions that the daemon serves. First as a program that governs an app, then as an app that is governed.
//
//	foreign SOCKET    prints one line for each thing that it has found
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	app "iotorporapp"
	control "iotorporcontrol"

	"github.com/varlink/go/varlink"
)

// Each wait ends with it: a check that hangs says nothing.
const limit = 60 * time.Second

func require(holds bool, words string, facts ...interface{}) {
	if !holds {
		fmt.Fprintf(os.Stderr, words+"\n", facts...)
		os.Exit(1)
	}
}

func requireNone(err error, what string) {
	require(err == nil, "%s: %v", what, err)
}

func connect(ctx context.Context, socket string) *varlink.Connection {
	connection, err := varlink.NewConnection(ctx, "unix:"+socket)
	requireNone(err, "connecting")
	return connection
}

func text(value string) *string { return &value }

func flag(value bool) *bool { return &value }

// Installs, launches, explains and removes an app, with the types of the generated code.
func governs(ctx context.Context, c *varlink.Connection) {
	const name = "e2e.generated"
	modes := []string{"fetch"}
	requireNone(
		control.Install().Call(
			ctx, c, name, text("Generated"), &modes, nil, nil, nil, nil, nil, nil, "/bin/sleep", []string{"sleep", "60"}, nil, "/",
			nil), "Install")
	launched, launch, err := control.Launch().Call(ctx, c, name)
	requireNone(err, "Launch")
	require(launched == name && launch != "", "launched %q as %q", launched, launch)
	apps, err := control.List().Call(ctx, c)
	requireNone(err, "List")
	found := false
	for _, one := range apps {
		found = found || one.App == name
	}
	require(found, "%s is missing in %v", name, apps)
	wifi := control.BackgroundRefresh("wifi")
	requireNone(
		control.ChangeSetting().Call(
			ctx, c, text(name), &wifi, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil),
		"ChangeSetting")
	refresh, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, err := control.GetSettings().Call(ctx, c, text(name))
	requireNone(err, "GetSettings")
	require(refresh == wifi, "background refresh is %q", refresh)
	requireNone(control.Home().Call(ctx, c, text(name)), "Home")
	explained, decisions, err := control.Why().Call(ctx, c, name)
	requireNone(err, "Why")
	require(explained.App == name && len(decisions) >= 3, "Why says %v of %q", decisions, explained.App)

	_, _, err = control.Launch().Call(ctx, c, "e2e.generate")
	var unknown *control.UnknownApp
	require(errors.As(err, &unknown), "the refusal is %T: %v", err, err)
	require(unknown.Name == "e2e.generate" && len(unknown.Similar) == 1, "the refusal says %+v", *unknown)

	// A reply that more replies follow.
	receive, err := control.Log().Send(ctx, c, varlink.More, nil, nil, nil, nil, flag(true))
	requireNone(err, "Log")
	page, _, flags, err := receive(ctx)
	requireNone(err, "the first page of Log")
	require(len(page) > 0 && flags&varlink.Continues != 0, "%d decisions, flags %d", len(page), flags)
	fmt.Printf("governed %s: %d decisions, background refresh %s, refused as %T\n", name, len(decisions), refresh, unknown)
}

// Runs itself as an app, by the CLI's own call, and waits for its end.
func isGoverned(ctx context.Context, c *varlink.Connection, socket string) {
	const name = "e2e.generated.app"
	program, err := os.Executable()
	requireNone(err, "its own path")
	requireNone(
		control.Install().Call(
			ctx, c, name, nil, nil, nil, nil, nil, nil, nil, nil, program, []string{program, socket, "app"}, nil, "/",
			nil), "Install")
	_, launch, err := control.Launch().Call(ctx, c, name)
	requireNone(err, "Launch")
	ended, err := control.Wait().Call(ctx, c, launch)
	requireNone(err, "Wait")
	require(ended.Reason.Status != nil && *ended.Reason.Status == 0, "the app ended so: %+v", ended)
	fmt.Printf("was governed as %s: status %d\n", name, *ended.Reason.Status)
	requireNone(control.Uninstall().Call(ctx, c, name), "Uninstall")
	requireNone(control.Uninstall().Call(ctx, c, "e2e.generated"), "Uninstall")
}

// Attaches, begins and ends a background task once it is in front, answers what it is told, and exits.
func behaves(ctx context.Context, socket string) {
	events, calls := connect(ctx, socket), connect(ctx, socket)
	receive, err := app.Attach().Send(ctx, events, varlink.More)
	requireNone(err, "Attach")
	version, now, _, _, _, flags, err := receive(ctx)
	requireNone(err, "the first reply of Attach")
	require(version != nil && now != nil && flags&varlink.Continues != 0, "Attach: version %v, flags %d", version, flags)
	for {
		_, _, event, _, _, _, err := receive(ctx)
		requireNone(err, "an event")
		require(event != nil, "a reply of Attach has no event")
		requireNone(app.Returned().Call(ctx, calls, event.Callback, nil), "Returned")
		if event.Name == "didBecomeActive" {
			break
		}
	}
	// An error of an interface that has errors only, for which the generator writes nothing.
	_, err = app.JoinChannel().Call(ctx, calls, "crew", nil)
	var refusal *varlink.Error
	require(errors.As(err, &refusal), "the refusal of the channel is %T: %v", err, err)
	require(refusal.Name == "io.torpor.Modes.ModeNotDeclared", "the refusal of the channel is %s", refusal.Name)
	task, err := app.BeginBackgroundTask().Call(ctx, calls, text("generated"), flag(true), nil)
	requireNone(err, "BeginBackgroundTask")
	require(task != "0", "no background task was granted")
	requireNone(app.EndBackgroundTask().Call(ctx, calls, task, nil), "EndBackgroundTask")
	os.Exit(0)
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if len(os.Args) == 3 && os.Args[2] == "app" {
		behaves(ctx, os.Args[1])
	}
	require(len(os.Args) == 2, "usage: foreign SOCKET")
	c := connect(ctx, os.Args[1])
	governs(ctx, c)
	isGoverned(ctx, connect(ctx, os.Args[1]), os.Args[1])
}
