// Strikes around the mouth of the Pearl River as they come, what came before, and what its airports report.
// Run by Node, from 22.18 on: node watch-box.ts https://map.example.com [KEY]
import { argv } from 'node:process'
import { ContractError, createBrontideClient } from '@brontide/client'
import { distanceKm } from '@brontide/client/core/geo/geo'

const BOX = { west: 112, south: 21, east: 115, north: 24 }
const HONG_KONG = { lat: 22.308, lon: 113.918 }

const [url = 'http://127.0.0.1:8080', key] = argv.slice(2)
const brontide = createBrontideClient({ url, ...(key && { key }) })

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19)

async function tellThePast(): Promise<void> {
  const toMs = brontide.clock.now()
  const before = await brontide.past.strikes.read({ fromMs: toMs - 600_000, toMs }, AbortSignal.timeout(10_000), BOX)
  let count = 0
  for await (const strikes of before.pieces()) count += strikes.length
  console.log(`${count} strikes in the ten minutes before; ${before.notObserved.length} periods were not observed`)
}

async function tellReports(): Promise<void> {
  const { records } = await brontide.api.latestReports(['VHHH', 'ZGSZ'])
  for (const { raw_metar: report } of records) console.log(report)
}

const line = brontide.strikes({ box: BOX })
line.subscribe((event) => {
  if (event.kind === 'status') console.log(`the line is ${event.status.state}`)
  // Zero strikes are a sign of life. What is unknown is told apart from what is calm.
  if (event.kind === 'gap') console.log(`nothing is known of ${clock(event.fromMs)} to ${clock(event.toMs)}`)
  if (event.kind !== 'records') return
  for (const { time, lat, lon } of event.records)
    console.log(`${clock(Number(time) / 1e6)} ${distanceKm(HONG_KONG, { lat, lon }).toFixed(0)} km from Hong Kong`)
})
line.start()

try {
  await tellReports()
  await tellThePast()
} catch (error) {
  if (!(error instanceof ContractError)) throw error
  console.error(`${error.reason}: ${error.message}`)
}
