import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv } from 'node:util'
import { fileStamp } from '../../core/time/iso.ts'
import { messageOf } from '../../core/util/message-of.ts'
import { makeFolder } from '../history/data-folder.ts'
import { checkDatabase, lockDataFolder } from '../history/open-history.ts'
import { COMMANDS, SETTINGS_FILE } from '../settings/command-names.ts'
import { readTextFile } from '../settings/text-file.ts'
import { BACKUP_REQUEST, type BackupAnswer, backupSocketOf } from './backup-socket.ts'
import { copyData } from './snapshot.ts'

const USAGE = `${COMMANDS.backup} FOLDER
Copies the contents of DATA_DIR into a new folder of FOLDER, named by the time, whether Brontide runs or not. Run it as root or as
the user of the server. DATA_DIR comes from the environment${SETTINGS_FILE ? `, else from ${SETTINGS_FILE}` : ''}.
`

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(USAGE)
  process.exit()
}
const [folder, ...more] = args
if (!folder || folder.startsWith('-') || more.length > 0) {
  process.stderr.write(USAGE)
  process.exit(2)
}
const dataDir = resolve(dataDirSetting() ?? 'var')
if (!existsSync(dataDir)) end(`${dataDir} does not exist: set DATA_DIR to the same folder as the server.`)

const stamp = fileStamp(Date.now())
const target = resolve(folder, `brontide-${stamp}`)
const partial = `${target}.partial`
try {
  makeFolder(resolve(folder))
  const names = (await copyOfServer()) ?? (await copyOfStopped())
  for (const name of names.filter((each) => each.endsWith('.sqlite'))) checkDatabase(join(partial, name))
  renameSync(partial, target)
  process.stdout.write(`${target}: ${names.join(', ') || 'no files found'}\n`)
} catch (error) {
  rmSync(partial, { recursive: true, force: true })
  end(messageOf(error))
}

/** As the server reads it; null if it is not set. */
function dataDirSetting(): string | null {
  if (process.env.DATA_DIR) return process.env.DATA_DIR
  if (!SETTINGS_FILE || !existsSync(SETTINGS_FILE)) return null
  try {
    return parseEnv(readTextFile(SETTINGS_FILE)).DATA_DIR || null
  } catch (error) {
    end(`${SETTINGS_FILE} can't be read (${codeOf(error)}): run this as root, or set DATA_DIR.`)
  }
}

/** Names of the files fetched from the server that uses the folder; null if none runs. */
async function copyOfServer(): Promise<string[] | null> {
  const socket = createConnection(backupSocketOf(dataDir))
  const failure = await new Promise<string | null>((settle) => {
    socket.once('connect', () => settle(null))
    socket.once('error', (error) => settle(codeOf(error)))
  })
  if (failure === 'EACCES')
    throw new Error(`${dataDir} is not readable by this user: run this as root or as the server's user`)
  if (failure !== null) return null
  try {
    socket.write(BACKUP_REQUEST)
    for await (const line of createInterface({ input: socket })) {
      const answer = JSON.parse(line) as BackupAnswer
      if ('problem' in answer) throw new Error(answer.problem)
      mkdirSync(partial, { mode: 0o700 })
      for (const name of answer.names) copyFileSync(join(answer.folder, name), join(partial, name))
      return answer.names
    }
    throw new Error('the server stopped before the copies were complete')
  } finally {
    socket.destroy()
  }
}

/** Names of the files copied from a folder that no server uses. */
async function copyOfStopped(): Promise<string[]> {
  const lock = lockDataFolder(dataDir)
  if ('problem' in lock) throw new Error(`a server uses ${dataDir} but its backup socket is unavailable: see its log`)
  lock.release()
  return copyData(dataDir, partial, null)
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}

function end(why: string): never {
  process.stderr.write(`No backup was made: ${why}\n`)
  process.exit(1)
}
