import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs before the packages are installed: any Node from 20 on, with built-in modules only.

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A failure with a complete message for the user. */
export class Refusal extends Error {}

/** A line about the step that is being taken. */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** The same on standard error, for output that must not mix with a command's own. */
export function note(line) {
  process.stderr.write(`${line}\n`)
}

/** Runs the body of a script; prints expected errors without a stack. */
export async function main(body) {
  try {
    process.exitCode = await body()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/**
 * Runs a command in the repository to its end, and returns its exit code. It receives none of our secrets, which
 * neither npm, packages, builds nor tests need.
 */
export function run(command, args, { env = process.env, ...options } = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options, env: withoutSecrets(env) })
  return exitCode(child)
}

/** Settings that contain a secret; those that name a file are harmless without it. */
const SECRETS = ['UPSTREAM_API_KEY', 'TOKEN_SECRET']

export function withoutSecrets(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name.toUpperCase())))
}

/** Like `run`, for long-running programs: forwards signals. */
export function runUntilStopped(command, args, options = {}) {
  // Over the channel the child notices when we are killed, and ends as well.
  const child = spawn(command, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  onNpmGone(() => child.kill('SIGTERM'))
  return exitCode(child)
}

/** npm runs us through a shell that does not forward signals: a changed parent is the only sign of its end. */
function onNpmGone(act) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}

function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** The exit code of a short command, null after a timeout, and both outputs. */
export function outcome(command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 20_000,
    env: withoutSecrets(process.env),
    ...options,
  })
  return { code: status, stdout, stderr }
}

/** The standard output of a short command, or null if it fails or takes too long. */
export function output(command, args, options = {}) {
  const { code, stdout } = outcome(command, args, options)
  return code === 0 ? stdout : null
}

/** The environment of a command that itself starts `node`: it then finds this one. */
export function envWith(node, more = {}) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`, ...more }
}

export function readJson(path) {
  const full = join(root, path)
  return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')) : null
}
