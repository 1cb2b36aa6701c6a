#include "CTorporPosix.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/syscall.h>

// Two programs, one for each direction, that add the length of each packet to a counter of the control group whose
// socket sends or gets it. They are attached to the group above all apps' groups and stay there when this process ends:
// the next one finds them by their names, and the map by them.

enum { ingress = 0, egress = 1 };

static const char *const names[] = {"torpor_ingress", "torpor_egress"};

// Groups of which there are counters at once: as many as a device holds apps, in both directions.
static const uint32_t entries = 8192;

static int call(int command, union bpf_attr *attributes) {
  long result = syscall(SYS_bpf, command, attributes, sizeof *attributes);
  return result < 0 ? -errno : (int)result;
}

static struct bpf_insn instruction(uint8_t code, uint8_t to, uint8_t from, int16_t offset, int32_t number) {
  return (struct bpf_insn){.code = code, .dst_reg = to, .src_reg = from, .off = offset, .imm = number};
}

static int load(int direction, int map) {
  const uint8_t move = BPF_ALU64 | BPF_MOV | BPF_X, number = BPF_ALU64 | BPF_MOV | BPF_K;
  const uint8_t add = BPF_ALU64 | BPF_ADD | BPF_K, function = BPF_JMP | BPF_CALL;
  const uint8_t store = BPF_STX | BPF_MEM | BPF_DW;
  struct bpf_insn program[] = {
      instruction(move, 6, 1, 0, 0),
      // The key: the group of the socket, and the direction.
      instruction(function, 0, 0, 0, BPF_FUNC_skb_cgroup_id),
      instruction(store, 10, 0, -16, 0),
      instruction(BPF_ST | BPF_MEM | BPF_DW, 10, 0, -8, direction),
      instruction(BPF_LDX | BPF_MEM | BPF_W, 7, 6, offsetof(struct __sk_buff, len), 0),
      instruction(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map),
      instruction(0, 0, 0, 0, 0),
      instruction(move, 2, 10, 0, 0),
      instruction(add, 2, 0, 0, -16),
      instruction(function, 0, 0, 0, BPF_FUNC_map_lookup_elem),
      instruction(BPF_JMP | BPF_JNE | BPF_K, 0, 0, 17, 0),
      // The first packet of the group makes its counter.
      instruction(store, 10, 7, -24, 0),
      instruction(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map),
      instruction(0, 0, 0, 0, 0),
      instruction(move, 2, 10, 0, 0),
      instruction(add, 2, 0, 0, -16),
      instruction(move, 3, 10, 0, 0),
      instruction(add, 3, 0, 0, -24),
      instruction(number, 4, 0, 0, BPF_NOEXIST),
      instruction(function, 0, 0, 0, BPF_FUNC_map_update_elem),
      instruction(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 8, 0),
      // Another processor was first.
      instruction(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map),
      instruction(0, 0, 0, 0, 0),
      instruction(move, 2, 10, 0, 0),
      instruction(add, 2, 0, 0, -16),
      instruction(function, 0, 0, 0, BPF_FUNC_map_lookup_elem),
      instruction(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2, 0),
      instruction(BPF_JMP | BPF_JA, 0, 0, 0, 0),
      instruction(BPF_STX | BPF_ATOMIC | BPF_DW, 0, 7, 0, BPF_ADD),
      // Every packet passes.
      instruction(number, 0, 0, 0, 1),
      instruction(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
  };
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.prog_type = BPF_PROG_TYPE_CGROUP_SKB;
  attributes.expected_attach_type = direction == ingress ? BPF_CGROUP_INET_INGRESS : BPF_CGROUP_INET_EGRESS;
  attributes.insns = (uint64_t)(uintptr_t)program;
  attributes.insn_cnt = sizeof program / sizeof *program;
  attributes.license = (uint64_t)(uintptr_t) "GPL";
  strncpy(attributes.prog_name, names[direction], sizeof attributes.prog_name - 1);
  return call(BPF_PROG_LOAD, &attributes);
}

static int attach(int group, int direction, int map) {
  int program = load(direction, map);
  if (program < 0) return program;
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.target_fd = group;
  attributes.attach_bpf_fd = program;
  attributes.attach_type = direction == ingress ? BPF_CGROUP_INET_INGRESS : BPF_CGROUP_INET_EGRESS;
  attributes.attach_flags = BPF_F_ALLOW_MULTI;
  int result = call(BPF_PROG_ATTACH, &attributes);
  close(program);
  return result;
}

static int open_number(int command, uint32_t number) {
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.prog_id = number;
  return call(command, &attributes);
}

// The map of a program that an earlier process has attached; -ENOENT: there is none.
static int find(int group) {
  uint32_t programs[64];
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.query.target_fd = group;
  attributes.query.attach_type = BPF_CGROUP_INET_EGRESS;
  attributes.query.prog_ids = (uint64_t)(uintptr_t)programs;
  attributes.query.prog_cnt = sizeof programs / sizeof *programs;
  int result = call(BPF_PROG_QUERY, &attributes);
  if (result < 0) return result;
  uint32_t count = attributes.query.prog_cnt;
  for (uint32_t index = 0; index < count; index++) {
    int program = open_number(BPF_PROG_GET_FD_BY_ID, programs[index]);
    if (program < 0) continue;
    uint32_t map = 0;
    struct bpf_prog_info info;
    memset(&info, 0, sizeof info);
    info.nr_map_ids = 1;
    info.map_ids = (uint64_t)(uintptr_t)&map;
    memset(&attributes, 0, sizeof attributes);
    attributes.info.bpf_fd = program;
    attributes.info.info_len = sizeof info;
    attributes.info.info = (uint64_t)(uintptr_t)&info;
    result = call(BPF_OBJ_GET_INFO_BY_FD, &attributes);
    close(program);
    if (result >= 0 && strcmp(info.name, names[egress]) == 0 && map != 0)
      return open_number(BPF_MAP_GET_FD_BY_ID, map);
  }
  return -ENOENT;
}

int torpor_network_open(int group) {
  int map = find(group);
  if (map != -ENOENT) return map;
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.map_type = BPF_MAP_TYPE_HASH;
  attributes.key_size = 2 * sizeof(uint64_t);
  attributes.value_size = sizeof(uint64_t);
  attributes.max_entries = entries;
  strncpy(attributes.map_name, "torpor_network", sizeof attributes.map_name - 1);
  map = call(BPF_MAP_CREATE, &attributes);
  if (map < 0) return map;
  int result = attach(group, ingress, map);
  // The one that is looked for comes last: where it is, both are.
  if (result >= 0) result = attach(group, egress, map);
  if (result < 0) {
    close(map);
    return result;
  }
  return map;
}

static int read_counter(int map, uint64_t group, uint64_t direction, uint64_t *bytes) {
  uint64_t key[] = {group, direction};
  union bpf_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.map_fd = map;
  attributes.key = (uint64_t)(uintptr_t)key;
  attributes.value = (uint64_t)(uintptr_t)bytes;
  int result = call(BPF_MAP_LOOKUP_ELEM, &attributes);
  if (result == -ENOENT) {
    *bytes = 0;
    return 0;
  }
  return result;
}

int torpor_network_read(int map, uint64_t group, uint64_t *received, uint64_t *sent) {
  int result = read_counter(map, group, ingress, received);
  return result < 0 ? result : read_counter(map, group, egress, sent);
}

void torpor_network_forget(int map, uint64_t group) {
  for (uint64_t direction = ingress; direction <= egress; direction++) {
    uint64_t key[] = {group, direction};
    union bpf_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.map_fd = map;
    attributes.key = (uint64_t)(uintptr_t)key;
    call(BPF_MAP_DELETE_ELEM, &attributes);
  }
}
