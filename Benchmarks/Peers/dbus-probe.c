// A method call that a message bus relays to a service that runs, not frozen: how an event reaches
// an app on most desktops. Usage: dbus-probe ADDRESS PAGE CYCLES; prints, for each cycle, the
// nanoseconds from just before the call to the first line of the service's method.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>

#include "stamp.h"

static struct stamp *stamp;

static int event(sd_bus_message *message, void *nothing, sd_bus_error *error) {
  stamp_now(stamp);
  return sd_bus_reply_method_return(message, "");
}

static const sd_bus_vtable table[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_METHOD("Event", "", "", event, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_VTABLE_END,
};

static sd_bus *join(const char *address) {
  sd_bus *bus = NULL;
  if (sd_bus_new(&bus) < 0 || sd_bus_set_address(bus, address) < 0 ||
      sd_bus_set_bus_client(bus, 1) < 0 || sd_bus_start(bus) < 0)
    exit(1);
  return bus;
}

static int serve(const char *address) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sd_bus *bus = join(address);
  if (sd_bus_add_object_vtable(bus, NULL, "/bench", "bench.App", table, NULL) < 0) return 1;
  if (sd_bus_request_name(bus, "bench.App", 0) < 0) return 1;
  for (;;) {
    int done = sd_bus_process(bus, NULL);
    if (done < 0) return 1;
    if (done == 0 && sd_bus_wait(bus, UINT64_MAX) < 0) return 1;
  }
}

int main(int count, char **arguments) {
  if (count < 4) return 64;
  stamp = stamp_open(arguments[2]);
  pid_t service = fork();
  if (service == 0) return serve(arguments[1]);
  sd_bus *bus = join(arguments[1]);
  usleep(100000);  // The service takes its name.
  for (int cycle = atoi(arguments[3]); cycle > 0; cycle--) {
    uint64_t sequence = stamp->sequence;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int64_t begin = monotonic();
    int done =
      sd_bus_call_method(bus, "bench.App", "/bench", "bench.App", "Event", &error, NULL, "");
    if (done < 0) {
      fprintf(stderr, "dbus-probe: %s\n", error.message);
      kill(service, SIGKILL);
      return 1;
    }
    printf("%ld\n", (long)(stamp_wait(stamp, sequence) - begin));
    usleep(1000);
  }
  kill(service, SIGKILL);
  waitpid(service, NULL, 0);
}
