#include "CTorporPosix.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Two programs, one for each direction, that add the length of each packet to a counter of the app whose socket sends
// or gets it. They are attached to the folder above all apps' groups and stay there when this process ends: the next
// one finds them by their names, and the map by them.

enum { ingress = 0, egress = 1, directions = 2 };

static const enum bpf_attach_type hooks[directions] = {BPF_CGROUP_INET_INGRESS, BPF_CGROUP_INET_EGRESS};

// Raised with each change of the programs or of the map, so that what an earlier build has left is replaced.
static const char *const names[directions] = {"torpor_in_2", "torpor_out_2"};
// What earlier builds called them.
static const char *const former_names[directions] = {"torpor_ingress", "torpor_egress"};

// The key of the map is the app's group, its value these counters.
typedef struct torpor_network_bytes counters;

// How many groups have counters at once: twice as many as a device has apps at most (4,096), because the sockets of one
// that has ended may close later. Beyond that the kernel drops the counters that were used least recently. Our choice.
static const uint32_t groups_max = 8192;

// How deep in the tree of groups the folder is looked for: systemd's are ten deep, containers add a few. Our choice.
static const int levels_max = 64;

static int call(int command, union bpf_attr *attributes) {
  long result = syscall(SYS_bpf, command, attributes, sizeof *attributes);
  return result < 0 ? -errno : (int)result;
}

static struct bpf_insn instruction(uint8_t code, uint8_t to, uint8_t from, int16_t offset, int32_t number) {
  return (struct bpf_insn){.code = code, .dst_reg = to, .src_reg = from, .off = offset, .imm = number};
}

// MARK: The programs

// Loads the program of a direction: `folder` is the number of the folder that it counts below.
static int load(int direction, int map, uint64_t folder) {
  const uint8_t move = BPF_ALU64 | BPF_MOV | BPF_X, number = BPF_ALU64 | BPF_MOV | BPF_K;
  const uint8_t add = BPF_ALU64 | BPF_ADD | BPF_K, sum = BPF_ALU64 | BPF_ADD | BPF_X;
  const uint8_t function = BPF_JMP | BPF_CALL, wide = BPF_LD | BPF_DW | BPF_IMM;
  const uint8_t word = BPF_LDX | BPF_MEM | BPF_W, zero = BPF_ST | BPF_MEM | BPF_DW;
  const int32_t counter = offsetof(counters, received) * (direction == ingress) +
                          offsetof(counters, sent) * (direction == egress);
  const int32_t to_loopback = offsetof(counters, loopback_received) - offsetof(counters, received);
  // Registers: 6 the packet, 7 its length, 8 the level and then the counter, 9 the folder.
  // Stack: the key at -8, a row of zeros at -40.
  enum { level = 5, found = 12, counted = 44, pass = 47 };
  struct bpf_insn program[] = {
      [0] = instruction(move, 6, 1, 0, 0),
      [1] = instruction(word, 7, 6, offsetof(struct __sk_buff, len), 0),
      [2] = instruction(wide, 9, 0, 0, (int32_t)(uint32_t)folder),
      [3] = instruction(0, 0, 0, 0, (int32_t)(uint32_t)(folder >> 32)),
      [4] = instruction(number, 8, 0, 0, 0),
      // The group of the socket may lie in a group that the app has made: the app's own is the one in the folder.
      [level] = instruction(move, 1, 6, 0, 0),
      [6] = instruction(move, 2, 8, 0, 0),
      [7] = instruction(function, 0, 0, 0, BPF_FUNC_skb_ancestor_cgroup_id),
      [8] = instruction(add, 8, 0, 0, 1),
      [9] = instruction(BPF_JMP | BPF_JEQ | BPF_X, 0, 9, found - 10, 0),
      [10] = instruction(BPF_JMP | BPF_JLT | BPF_K, 8, 0, level - 11, levels_max),
      [11] = instruction(BPF_JMP | BPF_JA, 0, 0, pass - 12, 0),
      [found] = instruction(move, 1, 6, 0, 0),
      [13] = instruction(move, 2, 8, 0, 0),
      [14] = instruction(function, 0, 0, 0, BPF_FUNC_skb_ancestor_cgroup_id),
      [15] = instruction(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, pass - 16, 0),
      [16] = instruction(BPF_STX | BPF_MEM | BPF_DW, 10, 0, -8, 0),
      // Where the counter is in the row: what goes over the loopback, whose interface is always the first, costs no
      // radio.
      [17] = instruction(number, 8, 0, 0, counter),
      [18] = instruction(word, 1, 6, offsetof(struct __sk_buff, ifindex), 0),
      [19] = instruction(BPF_JMP | BPF_JNE | BPF_K, 1, 0, 1, 1),
      [20] = instruction(add, 8, 0, 0, to_loopback),
      [21] = instruction(wide, 1, BPF_PSEUDO_MAP_FD, 0, map),
      [22] = instruction(0, 0, 0, 0, 0),
      [23] = instruction(move, 2, 10, 0, 0),
      [24] = instruction(add, 2, 0, 0, -8),
      [25] = instruction(function, 0, 0, 0, BPF_FUNC_map_lookup_elem),
      [26] = instruction(BPF_JMP | BPF_JNE | BPF_K, 0, 0, counted - 27, 0),
      // The first packet of the app makes its row, unless another processor does so in the same moment.
      [27] = instruction(zero, 10, 0, -40, 0),
      [28] = instruction(zero, 10, 0, -32, 0),
      [29] = instruction(zero, 10, 0, -24, 0),
      [30] = instruction(zero, 10, 0, -16, 0),
      [31] = instruction(wide, 1, BPF_PSEUDO_MAP_FD, 0, map),
      [32] = instruction(0, 0, 0, 0, 0),
      [33] = instruction(move, 2, 10, 0, 0),
      [34] = instruction(add, 2, 0, 0, -8),
      [35] = instruction(move, 3, 10, 0, 0),
      [36] = instruction(add, 3, 0, 0, -40),
      [37] = instruction(number, 4, 0, 0, BPF_NOEXIST),
      [38] = instruction(function, 0, 0, 0, BPF_FUNC_map_update_elem),
      [39] = instruction(wide, 1, BPF_PSEUDO_MAP_FD, 0, map),
      [40] = instruction(0, 0, 0, 0, 0),
      [41] = instruction(move, 2, 10, 0, 0),
      [42] = instruction(add, 2, 0, 0, -8),
      [43] = instruction(function, 0, 0, 0, BPF_FUNC_map_lookup_elem),
      [counted] = instruction(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, pass - 45, 0),
      [45] = instruction(sum, 0, 8, 0, 0),
      [46] = instruction(BPF_STX | BPF_ATOMIC | BPF_DW, 0, 7, 0, BPF_ADD),
      // Every packet passes.
      [pass] = instruction(number, 0, 0, 0, 1),
      [48] = instruction(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
  };
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.prog_type = BPF_PROG_TYPE_CGROUP_SKB;
  attributes.expected_attach_type = hooks[direction];
  attributes.insns = (uint64_t)(uintptr_t)program;
  attributes.insn_cnt = sizeof program / sizeof *program;
  attributes.license = (uint64_t)(uintptr_t) "GPL";
  strncpy(attributes.prog_name, names[direction], sizeof attributes.prog_name - 1);
  return call(BPF_PROG_LOAD, &attributes);
}

static int attach(int group, int direction, int map, uint64_t folder) {
  int program = load(direction, map, folder);
  if (program < 0) return program;
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.target_fd = group;
  attributes.attach_bpf_fd = program;
  attributes.attach_type = hooks[direction];
  attributes.attach_flags = BPF_F_ALLOW_MULTI;
  int result = call(BPF_PROG_ATTACH, &attributes);
  close(program);
  return result;
}

static void detach(int group, int direction, int program) {
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.target_fd = group;
  attributes.attach_bpf_fd = program;
  attributes.attach_type = hooks[direction];
  call(BPF_PROG_DETACH, &attributes);
}

// MARK: What an earlier process has left

static int open_number(int command, uint32_t number) {
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.prog_id = number;
  return call(command, &attributes);
}

static int info_of(int object, void *info, uint32_t size) {
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.info.bpf_fd = object;
  attributes.info.info_len = size;
  attributes.info.info = (uint64_t)(uintptr_t)info;
  return call(BPF_OBJ_GET_INFO_BY_FD, &attributes);
}

// Whose a program is: another's, an earlier build's, or this build's.
enum kind { foreign, former, current };

static enum kind look_at(int program, int direction, uint32_t *map) {
  struct bpf_prog_info info;
  memset(&info, 0, sizeof info);
  info.nr_map_ids = 1;
  info.map_ids = (uint64_t)(uintptr_t)map;
  if (info_of(program, &info, sizeof info) < 0) return foreign;
  if (strcmp(info.name, former_names[direction]) == 0) return former;
  if (strcmp(info.name, names[direction]) != 0) return foreign;
  return info.nr_map_ids == 1 ? current : former;
}

// How many of this build's programs are attached, and the map of the last one. `detaches`: takes off all of ours, and
// finds none.
static int scan(int group, int direction, bool detaches, uint32_t *map) {
  // As many as the kernel attaches to one group (BPF_CGROUP_MAX_PROGS).
  uint32_t programs[64];
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.query.target_fd = group;
  attributes.query.attach_type = hooks[direction];
  attributes.query.prog_ids = (uint64_t)(uintptr_t)programs;
  attributes.query.prog_cnt = sizeof programs / sizeof *programs;
  int result = call(BPF_PROG_QUERY, &attributes);
  if (result < 0) return result;
  int found = 0;
  uint32_t count = attributes.query.prog_cnt;
  for (uint32_t index = 0; index < count; index++) {
    int program = open_number(BPF_PROG_GET_FD_BY_ID, programs[index]);
    // Without leave to look, each process would attach another pair.
    if (program == -EPERM) return program;
    if (program < 0) continue;
    uint32_t number = 0;
    enum kind kind = look_at(program, direction, &number);
    if (kind != foreign && detaches) detach(group, direction, program);
    // One of another build is a reason to begin anew.
    if (kind == former && !detaches) found += 2;
    if (kind == current && !detaches) {
      found += 1;
      *map = number;
    }
    close(program);
  }
  return found;
}

static bool is_ours(int map) {
  struct bpf_map_info info;
  memset(&info, 0, sizeof info);
  return info_of(map, &info, sizeof info) >= 0 && info.type == BPF_MAP_TYPE_LRU_HASH &&
         info.key_size == sizeof(uint64_t) && info.value_size == sizeof(counters) && info.max_entries == groups_max;
}

// The map of the programs that an earlier process has attached; -ENOENT: there is not exactly one for each direction,
// both with the same map, as when that process was killed between the two.
static int find(int group) {
  uint32_t maps[directions] = {0, 0};
  for (int direction = ingress; direction <= egress; direction++) {
    int count = scan(group, direction, false, &maps[direction]);
    if (count < 0) return count;
    if (count != 1) return -ENOENT;
  }
  if (maps[ingress] == 0 || maps[ingress] != maps[egress]) return -ENOENT;
  int map = open_number(BPF_MAP_GET_FD_BY_ID, maps[egress]);
  if (map < 0) return map == -EPERM ? map : -ENOENT;
  if (is_ours(map)) return map;
  close(map);
  return -ENOENT;
}

static void detach_all(int group) {
  for (int direction = ingress; direction <= egress; direction++) {
    uint32_t map;
    scan(group, direction, true, &map);
  }
}

static int make_map(void) {
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.map_type = BPF_MAP_TYPE_LRU_HASH;
  attributes.key_size = sizeof(uint64_t);
  attributes.value_size = sizeof(counters);
  attributes.max_entries = groups_max;
  strncpy(attributes.map_name, "torpor_network", sizeof attributes.map_name - 1);
  return call(BPF_MAP_CREATE, &attributes);
}

// MARK: What others call

int torpor_network_open(int group, uint64_t folder) {
  int map = find(group);
  if (map != -ENOENT) return map;
  detach_all(group);
  map = make_map();
  if (map < 0) return map;
  int result = 0;
  for (int direction = ingress; direction <= egress && result >= 0; direction++)
    result = attach(group, direction, map, folder);
  if (result >= 0) return map;
  // Half of the traffic would look like all of it.
  detach_all(group);
  close(map);
  return result;
}

int torpor_network_read(int map, uint64_t group, struct torpor_network_bytes *bytes) {
  memset(bytes, 0, sizeof *bytes);
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.map_fd = map;
  attributes.key = (uint64_t)(uintptr_t)&group;
  attributes.value = (uint64_t)(uintptr_t)bytes;
  int result = call(BPF_MAP_LOOKUP_ELEM, &attributes);
  return result == -ENOENT ? 0 : result;
}

void torpor_network_forget(int map, uint64_t group) {
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.map_fd = map;
  attributes.key = (uint64_t)(uintptr_t)&group;
  call(BPF_MAP_DELETE_ELEM, &attributes);
}
