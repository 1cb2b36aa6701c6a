// The bare event loop of a simulator: takes the earliest event, moves its time on, puts it back.
// Nothing happens at an event. Usage: queue-loop EVENTS; prints the digest of the times and the
// processor seconds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <queue>
#include <vector>

struct Event {
  int64_t at;
  uint64_t sequence;
  uint32_t key;
  bool operator>(const Event &other) const {
    return at != other.at ? at > other.at : sequence > other.sequence;
  }
};

static uint64_t state = 1;
static uint64_t draw() {  // SplitMix64, as in the benchmark.
  uint64_t mixed = state += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

int main(int count, char **arguments) {
  const long events = count > 1 ? atol(arguments[1]) : 1000000;
  // As many events wait as there are devices in the whole benchmark.
  const uint32_t waiting = 1000;
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> queue;
  uint64_t sequence = 0;
  for (uint32_t key = 0; key < waiting; key++)
    queue.push({int64_t(draw() % 86400000000), sequence++, key});
  const clock_t begin = clock();
  uint64_t digest = 0;
  for (long index = 0; index < events; index++) {
    Event event = queue.top();
    queue.pop();
    digest = (digest ^ uint64_t(event.at)) * 0x100000001b3;
    event.at += int64_t(draw() % 86400000000);
    event.sequence = sequence++;
    queue.push(event);
  }
  printf("%016lx %.6f\n", digest, double(clock() - begin) / CLOCKS_PER_SEC);
}
