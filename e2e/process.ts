import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COMPILE_CACHE } from '../src/testing/server-process.ts'

const ownRoot = dirname(import.meta.dirname)
/** The pinned Node of `npm start`, for any test runner. */
const pinned = join(ownRoot, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const node = existsSync(pinned) ? pinned : process.execPath
/** Ends hanging processes only: see the configuration of Playwright. */
const START_TAKES_AT_MOST_MS = 150_000
const END_TAKES_AT_MOST_MS = 60_000
const RUN_TAKES_AT_MOST_MS = 1_200_000

/** Our own processes that are still up: they end with us, however we end. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface Program {
  pid: number
  /** The first line of standard output that matched. */
  readyLine: string
  /** All output so far, of both streams. */
  output(): string
  /** Requests the end, and enforces it. Safe to call twice. */
  stop(): Promise<void>
  /** Kills it, like a crash. */
  kill(): Promise<void>
}

/** Arguments and folder of a program: this tree, unless `root` names another. */
interface Launch {
  args?: string[]
  env?: Record<string, string>
  root?: string
}

/** Runs a server file of ours by this Node until it has printed a line that `ready` matches. */
export async function startProgram(file: string, options: Launch & { ready: RegExp }): Promise<Program> {
  const { child, output, ended } = launch(file, options)
  let asked = false
  const readyLine = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${file} ${why}. It said:\n${output()}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('did not start in time')
    }, START_TAKES_AT_MOST_MS)
    child.stdout?.on('data', () => {
      const line = output()
        .split('\n')
        .find((each) => options.ready.test(each))
      if (line === undefined) return
      clearTimeout(timer)
      resolve(line)
    })
    void ended.then((code) => {
      clearTimeout(timer)
      fail(`ended with ${code} before it was ready`)
    })
  })

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (!asked && child.exitCode !== null) throw new Error(`${file} ended unexpectedly. Its output:\n${output()}`)
    asked = true
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), END_TAKES_AT_MOST_MS)
    await ended
    clearTimeout(late)
  }
  return { pid: child.pid ?? 0, readyLine, output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Runs a program to its end. */
export async function runProgram(file: string, options: Launch) {
  const { child, output, ended } = launch(file, options)
  const late = setTimeout(() => child.kill('SIGKILL'), RUN_TAKES_AT_MOST_MS)
  const code = await ended
  clearTimeout(late)
  return { code, output: output() }
}

function launch(file: string, { args = [], env = {}, root = ownRoot }: Launch) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, file), ...args], {
    cwd: root,
    // Without the caller's settings, which would change this Brontide.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => said.push(text))
  }
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal)
    })
  })
  return { child, output: () => said.join(''), ended }
}
