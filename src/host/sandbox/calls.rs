//! Seccomp: calls that a graded program has no business with.
//!
//! What a library may try and do without is refused with EPERM; what only an attack needs ends
//! the process. Calls that are newer than this list answer ENOSYS, as on an older kernel.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

use super::raw;

/// What else is in force.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    /// Processes outside cannot be signalled.
    pub(super) apart: bool,
    /// Files outside the scratch folder cannot be changed by any call.
    pub(super) read_only: bool,
}

/// Reach into other processes, the kernel or the machine.
const ATTACKS: &[c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fsconfig,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_setns,
    libc::SYS_open_by_handle_at,
    libc::SYS_acct,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_quotactl,
    libc::SYS_syslog,
];

/// Refused; programs go on without.
const REFUSED: &[c_long] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_unshare,
    libc::SYS_chroot,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_personality,
    libc::SYS_vhangup,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_mknodat,
    libc::SYS_io_setup,
    // What these make outlives the process where the ipc namespace is missing.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Files in memory, which count for nobody, and pages that a pipe keeps.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_vmsplice,
    // Descriptors on their way are counted for the user, and the grader sends some of its own.
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    // Rules, which are kept without end.
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_add_rule,
    // All processes of a user together may have a few.
    libc::SYS_inotify_init1,
];

/// The older doors to the same rooms.
#[cfg(target_arch = "x86_64")]
const OLDER_ATTACKS: &[c_long] = &[
    libc::SYS_kexec_file_load,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_uselib,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_ATTACKS: &[c_long] = &[];
#[cfg(target_arch = "x86_64")]
const OLDER_REFUSED: &[c_long] = &[libc::SYS_inotify_init];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_REFUSED: &[c_long] = &[];

/// Change the owner, the mode, the times or the attributes of files, which Landlock lets pass.
const FILE_CHANGES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
];
#[cfg(target_arch = "x86_64")]
const OLDER_FILE_CHANGES: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_FILE_CHANGES: &[c_long] = &[];

/// Same number on every architecture, as all since 424.
const SYS_FCHMODAT2: c_long = 452;

/// Signal or steer other processes of the same user.
const OTHERS: &[c_long] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_ioprio_set,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
];

/// `mseal`, the last call that this list was made with.
const NEWEST: u32 = 462;

/// Installs the filters, then tries them.
pub(super) fn restrict(terms: Terms) -> bool {
    install(terms).is_some()
        && [libc::AF_INET, libc::AF_INET6, libc::AF_UNIX, libc::AF_NETLINK]
            .into_iter()
            .all(|family| raw::socket_error(family) == Some(libc::EPERM))
}

fn install(terms: Terms) -> Option<()> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    let errno = |number: i32| SeccompAction::Errno(number.cast_unsigned());
    let filters = [
        (attacks(), SeccompAction::KillProcess),
        (refused(terms)?, errno(libc::EPERM)),
        (pretended()?, errno(0)),
        // Its flags lie in memory, out of a filter's sight; the C library then uses `clone`.
        (always(&[libc::SYS_clone3]), errno(libc::ENOSYS)),
    ];
    let mut programs = vec![unknown()];
    for (rules, action) in filters {
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch).ok()?;
        programs.push(BpfProgram::try_from(filter).ok()?);
    }
    programs.iter().try_for_each(|program| apply_filter(program)).ok()
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn always(calls: &[c_long]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

fn attacks() -> Rules {
    let mut rules = always(ATTACKS);
    rules.extend(always(OLDER_ATTACKS));
    rules
}

fn refused(terms: Terms) -> Option<Rules> {
    let mut rules = always(REFUSED);
    rules.extend(always(OLDER_REFUSED));
    if !terms.read_only {
        rules.extend(always(FILE_CHANGES));
        rules.extend(always(OLDER_FILE_CHANGES));
    }
    if !terms.apart {
        rules.extend(always(OTHERS));
    }
    // New namespaces.
    let namespaces = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    let mut clone = Vec::new();
    for flag in namespaces {
        let flag = u64::from(flag.cast_unsigned());
        clone.push(SeccompRule::new(vec![condition(0, SeccompCmpOp::MaskedEq(flag), flag)?]).ok()?);
    }
    rules.insert(libc::SYS_clone, clone);
    // Pairs of stream sockets are pipes; a datagram socket, which a raw one of this family is too,
    // could be sent to any path.
    let mut pair =
        vec![SeccompRule::new(vec![condition(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)?]).ok()?];
    for kind in [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM] {
        let kind = condition(1, SeccompCmpOp::MaskedEq(0xf), kind as u64)?;
        pair.push(SeccompRule::new(vec![kind]).ok()?);
    }
    rules.insert(libc::SYS_socketpair, pair);
    // Shared memory without a file stays when it is no longer mapped, and no limit counts it.
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
    let shared = condition(3, SeccompCmpOp::MaskedEq(shared), shared)?;
    rules.insert(libc::SYS_mmap, vec![SeccompRule::new(vec![shared]).ok()?]);
    let addressed = vec![SeccompRule::new(vec![wide(4, SeccompCmpOp::Ne, 0)?]).ok()?];
    rules.insert(libc::SYS_sendto, addressed);
    // Limits and priorities of others; one's own go by process 0.
    let other = || SeccompRule::new(vec![condition(0, SeccompCmpOp::Ne, 0)?]).ok();
    let set = vec![
        SeccompRule::new(vec![condition(0, SeccompCmpOp::Ne, 0)?, wide(2, SeccompCmpOp::Ne, 0)?])
            .ok()?,
    ];
    rules.insert(libc::SYS_prlimit64, set);
    rules.insert(
        libc::SYS_setpriority,
        vec![other()?, SeccompRule::new(vec![condition(1, SeccompCmpOp::Ne, 0)?]).ok()?],
    );
    // Typing into a terminal, and pasting.
    rules.insert(libc::SYS_ioctl, requests(&[libc::TIOCSTI, libc::TIOCLINUX])?);
    // A socket holds what its buffer has room for.
    let mut buffers = Vec::new();
    for option in [libc::SO_SNDBUF, libc::SO_SNDBUFFORCE] {
        let option = condition(2, SeccompCmpOp::Eq, option as u64)?;
        let level = condition(1, SeccompCmpOp::Eq, libc::SOL_SOCKET as u64)?;
        buffers.push(SeccompRule::new(vec![level, option]).ok()?);
    }
    rules.insert(libc::SYS_setsockopt, buffers);
    // Whoever else opens a file with a lease on it waits, the grader's interpreter for example.
    let leases = [libc::F_SETLEASE, libc::F_GETLEASE, libc::F_NOTIFY];
    rules.insert(libc::SYS_fcntl, requests(&leases.map(|request| request as u64))?);
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_mknod, vec![device_node(libc::S_IFCHR)?, device_node(libc::S_IFBLK)?]);
    Some(rules)
}

/// Calls that seem to succeed: locks on ranges of files. The kernel would keep each in memory that
/// no limit counts, and nobody but the program itself opens the files that it writes.
fn pretended() -> Option<Rules> {
    let locks = [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];
    Some(Rules::from([(libc::SYS_fcntl, requests(&locks.map(|request| request as u64))?)]))
}

/// Calls whose second argument is one of `numbers`.
fn requests(numbers: &[u64]) -> Option<Vec<SeccompRule>> {
    let one = |number: &u64| {
        SeccompRule::new(vec![condition(1, SeccompCmpOp::Eq, number & 0xffff_ffff)?]).ok()
    };
    numbers.iter().map(one).collect()
}

/// `mknod` of a device.
#[cfg(target_arch = "x86_64")]
fn device_node(kind: libc::mode_t) -> Option<SeccompRule> {
    let mask = u64::from(libc::S_IFMT);
    SeccompRule::new(vec![condition(1, SeccompCmpOp::MaskedEq(mask), u64::from(kind))?]).ok()
}

fn condition(arg: u8, op: SeccompCmpOp, value: u64) -> Option<SeccompCondition> {
    SeccompCondition::new(arg, SeccompCmpArgLen::Dword, op, value).ok()
}

fn wide(arg: u8, op: SeccompCmpOp, value: u64) -> Option<SeccompCondition> {
    SeccompCondition::new(arg, SeccompCmpArgLen::Qword, op, value).ok()
}

/// Calls by the x32 door end the process: their numbers would pass by the lists. Calls newer than
/// the lists are unknown.
fn unknown() -> BpfProgram {
    const X32: u32 = 0x4000_0000;
    let step = |code: u32, jt: u8, jf: u8, k: u32| sock_filter { code: code as u16, jt, jf, k };
    let answer = |k| step(libc::BPF_RET | libc::BPF_K, 0, 0, k);
    vec![
        // The number of the call is the first word of what a filter sees.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, 0, 1, X32),
        answer(libc::SECCOMP_RET_KILL_PROCESS),
        step(libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K, 0, 1, NEWEST),
        answer(libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned()),
        answer(libc::SECCOMP_RET_ALLOW),
    ]
}
