import { readdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '../../core/util/message-of.ts'
import type { History } from '../history/history.ts'
import { copyData, SNAPSHOT } from './snapshot.ts'

/** Request line of a client; nothing is sent before it. */
export const BACKUP_REQUEST = 'copy\n'
/** A client that sends no request within this time is disconnected. */
const ASKS_WITHIN_MS = 10_000
const BACKUP_CLIENTS_MAX = 8

/** Response: the folder of the copies, deleted when the connection closes, or the reason for a refusal. */
export type BackupAnswer = { folder: string; names: string[] } | { problem: string }

/** In the data folder, accessible to the server's user only. */
export function backupSocketOf(dataDir: string): string {
  return join(dataDir, 'backup.sock')
}

/**
 * Makes copies for the backup command, because no other process can read the locked database: a client receives the
 * name of a folder with copies and must fetch them before the connection closes. If the socket cannot listen, that is
 * logged. The caller holds the lock of the folder.
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
    if (isBusy) return { problem: 'another backup is in progress' }
    isBusy = true
    try {
      return { folder: into, names: await copyData(dir, into, history) }
    } catch (error) {
      return { problem: messageOf(error) }
    } finally {
      isBusy = false
    }
  }

  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.setTimeout(ASKS_WITHIN_MS, () => socket.destroy())
    // The request is short: it arrives in one piece, or is invalid.
    socket.once('data', (asked) => {
      if (asked.toString() !== BACKUP_REQUEST) return void socket.destroy()
      socket.setTimeout(0)
      socket.resume()
      const into = join(dir, `.snapshot-${process.pid}-${++count}`)
      const answered = answer(into).then((said) => {
        if ('problem' in said) log.error(said, 'backup failed')
        else log.info({ files: said.names.length }, 'backup copied')
        socket.write(`${JSON.stringify(said)}\n`)
      })
      socket.on('close', () => void answered.finally(() => removeFolder(into)))
    })
  })
  server.maxConnections = BACKUP_CLIENTS_MAX
  const problem = await listen(server, backupSocketOf(dir))
  if (problem) log.warn({ problem }, 'backup socket unavailable, backups disabled')
  return { close: () => void server.close() }
}

/** Listens at the path, replacing the socket of a killed process; returns the error, if any. */
function listen(server: Server, path: string): Promise<string | null> {
  rmSync(path, { force: true })
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(error.message))
    server.listen(path, () => resolve(null))
  })
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}
