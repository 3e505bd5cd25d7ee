import { readdirSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { History } from '../history/history.ts'
import { copyData, SNAPSHOT } from './snapshot.ts'

/** What is answered to whoever connects: the folder of the copies, which goes when the connection does; or why there is none. */
export type BackupAnswer = { folder: string; names: string[] } | { problem: string }

/** In the data folder, for the user of the server alone. */
export function backupSocketOf(dataDir: string): string {
  return join(dataDir, 'backup.sock')
}

/**
 * Makes copies for `npm run backup`, since nobody else can read what this process holds open: whoever connects gets the name
 * of a folder with copies, to fetch them from before the connection ends. Where nobody can listen, that is said in the log.
 */
export async function openBackupSocket(deps: {
  dir: string
  history: Pick<History, 'backup'>
  log: Logger
}): Promise<{ close(): void }> {
  const { dir, history, log } = deps
  for (const name of readdirSync(dir).filter((each) => SNAPSHOT.test(each))) removeFolder(join(dir, name))
  let count = 0
  let isBusy = false

  async function answer(into: string): Promise<BackupAnswer> {
    if (isBusy) return { problem: 'another backup is under way' }
    isBusy = true
    try {
      return { folder: into, names: await copyData(dir, into, history) }
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) }
    } finally {
      isBusy = false
    }
  }

  const server = createServer((socket: Socket) => {
    const into = join(dir, `.snapshot-${process.pid}-${++count}`)
    const answered = answer(into).then((said) => {
      if ('problem' in said) log.error(said, 'a backup failed')
      else log.info({ files: said.names.length }, 'copies were made for a backup')
      socket.write(`${JSON.stringify(said)}\n`)
    })
    socket.on('error', () => {})
    socket.on('close', () => void answered.finally(() => removeFolder(into)))
    socket.resume()
  })
  const problem = await listen(server, backupSocketOf(dir))
  if (problem) log.warn({ problem }, 'no backup can be made while this server runs')
  return { close: () => void server.close() }
}

/** Listens at the path, which a process that was killed may have left behind; answers why it can't. */
async function listen(server: Server, path: string): Promise<string | null> {
  if (!(await isAnswered(path))) rmSync(path, { force: true })
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(error.message))
    server.listen(path, () => resolve(null))
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}
