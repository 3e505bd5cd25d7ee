import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { checkDatabase } from '../history/open-history.ts'
import { type BackupAnswer, backupSocketOf } from './backup-socket.ts'
import { copyData } from './snapshot.ts'

// npm run backup -- FOLDER: what is in DATA_DIR into a new folder of that one, named by the time, whether Brontide runs or not.
const root = join(import.meta.dirname, '../../..')
const dataDir = resolve(root, process.env.DATA_DIR || 'var')
const [folder, ...more] = process.argv.slice(2)
if (!folder || more.length > 0) end('npm run backup -- FOLDER: say where to, and nothing else.')
if (!existsSync(dataDir)) end(`there is no ${dataDir}: set DATA_DIR as for the server.`)

const stamp = new Date(Date.now()).toISOString().replace(/[-:]|\.\d+/g, '')
const target = resolve(folder, `brontide-${stamp}`)
const partial = `${target}.partial`
try {
  mkdirSync(folder, { recursive: true })
  const names = (await copyOfServer()) ?? (await copyData(dataDir, partial, null))
  for (const name of names.filter((each) => each.endsWith('.sqlite'))) checkDatabase(join(partial, name))
  renameSync(partial, target)
  process.stdout.write(`${target}: ${names.join(', ') || 'nothing was there'}\n`)
} catch (error) {
  rmSync(partial, { recursive: true, force: true })
  end(error instanceof Error ? error.message : String(error))
}

/** The names of what a server that runs on that folder let us fetch; null where none runs. */
async function copyOfServer(): Promise<string[] | null> {
  const socket = createConnection(backupSocketOf(dataDir))
  const isThere = await new Promise((settle) => {
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
  if (!isThere) return null
  try {
    for await (const line of createInterface({ input: socket })) {
      const answer = JSON.parse(line) as BackupAnswer
      if ('problem' in answer) throw new Error(answer.problem)
      mkdirSync(partial, { mode: 0o700 })
      for (const name of answer.names) copyFileSync(join(answer.folder, name), join(partial, name))
      return answer.names
    }
    throw new Error('the server ended before the copies were made')
  } finally {
    socket.destroy()
  }
}

function end(why: string): never {
  process.stderr.write(`No backup was made: ${why}\n`)
  process.exit(1)
}
