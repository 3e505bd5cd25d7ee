import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { NowcastStream, type Site } from './nowcast/stream.ts'

const USAGE = `npm run -s nowcast -- --sites FILE [--radius KM] [--every SECONDS] < strikes.csv

Reads strikes in order of time, a line each: time_unix_ns,lat,lon[,...]; a header is skipped, and a line
#t,<unix_ns> advances the clock without a strike. At each multiple of --every seconds of data time it prints a line of
JSON, from the strikes before that moment. The time before the first line counts as observed and quiet.

  --sites FILE  a JSON array of {"id", "lat", "lon"}
  --radius KM   of the ring around each of them, 0.5 to 50, instead of 16
  --every S     whole seconds, instead of 300
`

const sitesSchema = z.array(
  z.object({ id: z.string(), lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
)

process.stdout.on('error', () => process.exit()) // the reader closed the pipe
await main()

async function main(): Promise<void> {
  const stream = streamOfArguments()
  if (!stream) return
  let number = 0
  let rest = ''
  const take = (line: string) => {
    number++
    try {
      for (const said of stream.take(line)) process.stdout.write(`${JSON.stringify(said)}\n`)
    } catch (error) {
      process.stderr.write(`line ${number}: ${(error as Error).message}; skipped\n`)
      process.exitCode = 1
    }
  }
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
  if (rest !== '') take(rest)
}

/** Null if the arguments require no work. */
function streamOfArguments(): NowcastStream | null {
  try {
    const { values } = parseArgs({
      options: {
        sites: { type: 'string' },
        radius: { type: 'string', default: '16' },
        every: { type: 'string', default: '300' },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(USAGE)
      return null
    }
    if (!values.sites) throw new Error('--sites is missing: a file with a JSON array of {"id", "lat", "lon"}')
    const radiusKm = Number(values.radius)
    if (!(radiusKm >= 0.5 && radiusKm <= 50)) throw new Error(`--radius is ${values.radius}: allowed are 0.5 to 50`)
    const everyS = Number(values.every)
    if (!(Number.isInteger(everyS) && everyS >= 1)) {
      throw new Error(`--every is ${values.every}: allowed are whole seconds from 1 on`)
    }
    return new NowcastStream({ sites: readSites(values.sites), radiusKm, everyS })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`)
    process.exitCode = 2
    return null
  }
}

function readSites(path: string): Site[] {
  const read = sitesSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(
    `${path}: ${issue!.path.join('.')}: ${issue!.message}; allowed is a JSON array of {"id", "lat", "lon"}`,
  )
}
