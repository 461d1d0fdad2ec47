// A GPU's threads on a CPU, for tests: those of a block are fibers, which run one after the other from barrier to barrier.
//
// It finds what a GPU would not forgive: reads and writes outside of all tensors, addresses that a vector of numbers may
// not begin at, shared memory that is read before it is written or that two threads use at the same time, of which one
// writes, and threads that wait at different barriers.
#pragma once

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <ucontext.h>

namespace emulator {

constexpr int WARP = 32, STACK = 256 << 10, SHARED_WORDS = 12 << 10;
constexpr int NOBODY = -1, SEVERAL = -2;

// Bytes of a tensor.
struct Range {
    int64_t begin, end;
};

// What a thread waits for.
enum class State { RUNNING, BLOCK, WARP_EXCHANGE, ENDED };

struct Thread {
    int number = 0;
    State state = State::RUNNING;
    int barrier = 0;  // the line of the source where it waited for its block last
    ucontext_t context;
    jmp_buf place;
    bool begun = false;
    std::unique_ptr<char[]> stack{new char[STACK]};
};

// Who used a word of shared memory last, and between which barriers.
struct Used {
    int writer = NOBODY, reader = NOBODY;
    int64_t written = -1, read = -1;
};

struct Fault {};

struct Block {
    std::vector<Thread> threads;
    int running = 0;
    int64_t interval = 0;  // barriers passed
    std::vector<Range> ranges;
    std::vector<Used> used;
    std::function<void()> program;
    std::string fault;
    jmp_buf scheduler;
    alignas(16) char exchange[2][1024][32];
    int exchanges[1024];
};

inline Block& block() {
    static Block one;
    return one;
}
inline float* shared_memory() {
    alignas(64) static float memory[SHARED_WORDS];
    return memory;
}
inline Thread& current() { return block().threads[block().running]; }

// ---- threads --------------------------------------------------------------------------------------------------------
inline void pause(State state) {
    Thread& own = current();
    own.state = state;
    if (_setjmp(own.place) == 0) _longjmp(block().scheduler, 1);
}

// Ends the launch: what is wrong is told where it was called.
inline void fail(const char* what, const void* at = nullptr) {
    Block& own = block();
    if (own.fault.empty()) {
        char text[200];
        std::snprintf(text, sizeof text, "thread %d: %s", current().number, what);
        own.fault = text;
        if (at) own.fault += " at " + std::to_string(reinterpret_cast<uintptr_t>(at));
    }
    pause(State::ENDED);
}

inline void wait_for_block(int line) {
    current().barrier = line;
    pause(State::BLOCK);
}

// What each thread of this warp gives, by its place there.
template <class T> class Given {
public:
    explicit Given(T own) {
        Block& all = block();
        const int number = current().number, turn = all.exchanges[number]++ % 2;
        first_ = all.exchange[turn] + number / WARP * WARP;
        std::memcpy(all.exchange[turn][number], &own, sizeof own);
        pause(State::WARP_EXCHANGE);
    }
    T operator[](int place) const {
        T found;
        std::memcpy(&found, first_[place], sizeof found);
        return found;
    }

private:
    char (*first_)[32];
};
inline int place() { return current().number % WARP; }

template <class T> T exchanged(T x, int mask) { return Given<T>(x)[place() ^ mask]; }

inline void run_thread() {
    block().program();
    pause(State::ENDED);
}

// Runs a thread until it waits or ends.
inline void resume(Thread& thread) {
    Block& own = block();
    own.running = thread.number;
    thread.state = State::RUNNING;
    if (_setjmp(own.scheduler) != 0) return;
    if (thread.begun) _longjmp(thread.place, 1);
    thread.begun = true;
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.get();
    thread.context.uc_stack.ss_size = STACK;
    thread.context.uc_link = nullptr;
    makecontext(&thread.context, run_thread, 0);
    setcontext(&thread.context);
}

// Whether all of some threads wait for the same; they then go on.
inline bool released(std::vector<Thread>& threads, int from, int to, State state) {
    for (int one = from; one < to; one++)
        if (threads[one].state != state) return false;
    for (int one = from; one < to; one++) threads[one].state = State::RUNNING;
    return true;
}

inline void run_block() {
    Block& own = block();
    const int count = int(own.threads.size());
    for (Thread& one : own.threads) one.state = State::RUNNING, one.begun = false;
    std::fill(own.used.begin(), own.used.end(), Used{});
    std::fill(std::begin(own.exchanges), std::end(own.exchanges), 0);
    own.interval = 0;
    while (own.fault.empty()) {
        bool moved = false;
        int ended = 0;
        for (Thread& one : own.threads) {
            if (one.state == State::RUNNING && own.fault.empty()) resume(one), moved = true;
            ended += one.state == State::ENDED;
        }
        if (ended == count) return;
        for (int warp = 0; warp < count; warp += WARP)
            moved |= released(own.threads, warp, std::min(warp + WARP, count), State::WARP_EXCHANGE);
        if (released(own.threads, 0, count, State::BLOCK)) {
            moved = true, own.interval++;
            for (const Thread& one : own.threads)
                if (one.barrier != own.threads[0].barrier) own.fault = "threads wait at different barriers";
        }
        if (!moved) own.fault = "some threads wait at a barrier that others do not reach";
    }
}

// Runs a program for each place of a grid; returns what is wrong, or null.
template <class F> const char* launch(const int64_t* grid, int threads, std::vector<Range> ranges, F f) {
    Block& own = block();
    if (int(own.threads.size()) != threads) {
        own.threads = std::vector<Thread>(threads);
        for (int one = 0; one < threads; one++) own.threads[one].number = one;
    }
    own.ranges = std::move(ranges);
    own.used.resize(SHARED_WORDS * 2);
    own.fault.clear();
    for (int z = 0; z < grid[2]; z++)
        for (int y = 0; y < grid[1]; y++)
            for (int x = 0; x < grid[0]; x++) {
                own.program = [&] { f(x, y, z); };
                run_block();
                if (!own.fault.empty()) return own.fault.c_str();
            }
    return nullptr;
}

// ---- memory ---------------------------------------------------------------------------------------------------------
template <class To, class From> To as(From x) {
    static_assert(sizeof(To) == sizeof(From));
    To y;
    std::memcpy(&y, &x, sizeof y);
    return y;
}

template <class T> void require_tensor(const T* at) {
    const auto address = int64_t(reinterpret_cast<uintptr_t>(at));
    if (address % int64_t(sizeof(T)) != 0) fail("a vector of numbers is not aligned", at);
    for (const Range& one : block().ranges)
        if (one.begin <= address && address + int64_t(sizeof(T)) <= one.end) return;
    fail("an address outside of all tensors", at);
}
template <class T> T read(const T* at) {
    require_tensor(at);
    return *at;
}
template <class T> void write(T* at, T x) {
    require_tensor(at);
    *at = x;
}

// Calls f for each two bytes of a piece of shared memory.
template <class T, class F> void each_used(const T* at, F f) {
    const auto place = reinterpret_cast<uintptr_t>(at) - reinterpret_cast<uintptr_t>(shared_memory());
    if (place % sizeof(T) != 0) fail("a vector of numbers in shared memory is not aligned");
    if (place > SHARED_WORDS * 4 - sizeof(T)) fail("an address outside of shared memory");
    for (uintptr_t one = place / 2; one < (place + sizeof(T)) / 2; one++) f(block().used[one]);
}
template <class T> T read_shared(const T* at) {
    const int own = current().number;
    const int64_t now = block().interval;
    each_used(at, [&](Used& used) {
        if (used.writer == NOBODY) fail("shared memory is read before it is written");
        if (used.written == now && used.writer != own) fail("shared memory is read while another thread writes it");
        used.reader = used.read == now && used.reader != own ? SEVERAL : own;
        used.read = now;
    });
    return *at;
}
template <class T> void write_shared(T* at, T x) {
    const int own = current().number;
    const int64_t now = block().interval;
    each_used(at, [&](Used& used) {
        if (used.written == now && used.writer != own) fail("shared memory is written by two threads");
        if (used.read == now && used.reader != own) fail("shared memory is written while another thread reads it");
        used.writer = own;
        used.written = now;
    });
    *at = x;
}

// ---- tensor cores: what instructions do with the registers of a warp's threads, as NVIDIA's PTX manual says -----------
inline void load_matrices(uint32_t (&to)[4], const void* row, bool across) {
    const Given<const void*> rows(row);
    for (int matrix = 0; matrix < 4; matrix++) {
        uint16_t half[2];
        for (int k = 0; k < 2; k++) {
            const int i = across ? place() % 4 * 2 + k : place() / 4, j = across ? place() / 4 : place() % 4 * 2 + k;
            const auto* from = static_cast<const uint16_t*>(rows[8 * matrix + i]);
            if (reinterpret_cast<uintptr_t>(from) % 16 != 0) fail("a row of a matrix in shared memory is not aligned");
            half[k] = read_shared(from + j);
        }
        to[matrix] = half[0] | uint32_t(half[1]) << 16;
    }
}

// sums += a @ b for 16 rows, 8 columns and 16 numbers of each; `widened` makes floats of halves.
template <class F>
void multiply_add(float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], F widened) {
    struct Registers {
        uint32_t a[4], b[2];
    };
    const Given<Registers> given({{a[0], a[1], a[2], a[3]}, {b[0], b[1]}});
    const auto half = [&](uint32_t both, int k) { return widened(uint16_t(both >> 16 * (k % 2))); };
    for (int one = 0; one < 4; one++) {
        const int row = place() / 4 + one / 2 * 8, column = place() % 4 * 2 + one % 2;
        for (int k = 0; k < 16; k++) {
            const float left = half(given[row % 8 * 4 + k % 8 / 2].a[row / 8 + k / 8 * 2], k);
            sums[one] += left * half(given[column * 4 + k % 8 / 2].b[k / 8], k);
        }
    }
}

// sums += a @ b of each quad pair of threads: 8 rows, 8 columns and 4 numbers of each.
template <class F>
void multiply_add_quads(float (&sums)[8], const uint32_t (&a)[2], const uint32_t (&b)[2], bool by_rows, F widened) {
    struct Registers {
        uint32_t a[2], b[2];
    };
    const Given<Registers> given({{a[0], a[1]}, {b[0], b[1]}});
    const auto member = [&](int t) { return given[place() % 16 / 4 * 4 + t % 4 + t / 4 * 16]; };
    const auto half = [&](const uint32_t (&four)[2], int k) { return widened(uint16_t(four[k / 2] >> 16 * (k % 2))); };
    for (int one = 0; one < 8; one++) {
        const int row = place() % 2 + (one & 2) + place() / 16 * 4, column = (place() & 2) + (one & 5);
        for (int k = 0; k < 4; k++) {
            const float right = by_rows ? half(member(k + column / 4 * 4).b, column % 4) : half(member(column).b, k);
            sums[one] += half(member(row).a, k) * right;
        }
    }
}

}  // namespace emulator
