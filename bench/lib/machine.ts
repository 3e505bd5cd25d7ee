import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Microseconds since 1970, by the machine's clock shared by all processes. */
export function nowMicros(): number {
  return (performance.timeOrigin + performance.now()) * 1_000
}

/** Files that this process may hold open; Node has raised it to the most that the system grants. */
export function openFilesMax(): number {
  try {
    const line = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return !line || line[1] === 'unlimited' ? Infinity : Number(line[1])
  } catch {
    return Infinity // not Linux: the system limits open files
  }
}

/** Resources used by a process, from Linux: for processes other than Node. */
export function processUsage(pid: number): { cpuMs: number; rssBytes: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const pages = Number(fields[21])
  return { cpuMs: ticks * 10, rssBytes: pages * 4_096 } // 100 ticks a second and pages of 4 KiB, as on every Linux of ours
}

/** A child process with request and response over Node's IPC channel. */
export interface Helper {
  ask<T>(question: object): Promise<T>
  stop(): void
  /** As a failed machine, or one that sleeps and wakes up. */
  kill(signal?: NodeJS.Signals): void
}

export function startHelper(file: string, args: string[] = []): Helper {
  const child: ChildProcess = fork(join(import.meta.dirname, '..', file), args, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH ?? '' }, // it needs no key
  })
  let ended: Error | null = null
  const waiting: { resolve(answer: never): void; reject(error: Error): void }[] = []
  child.on('message', (answer) => waiting.shift()?.resolve(answer as never))
  child.on('exit', (code) => {
    ended = new Error(`${file} ended with ${code}.`)
    for (const { reject } of waiting.splice(0)) reject(ended)
  })
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        waiting.push({ resolve, reject })
        child.send(question)
      }),
    stop: () => void child.kill(),
    kill: (signal = 'SIGKILL') => void child.kill(signal),
  }
}

/** The child's side: replies to requests in order. */
export function answerQuestions(answer: (question: Record<string, unknown>) => unknown): void {
  let queue = Promise.resolve()
  process.on('message', (question: Record<string, unknown>) => {
    queue = queue.then(async () => {
      process.send?.((await answer(question)) ?? {})
    })
  })
  process.on('disconnect', () => process.exit())
}

export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
