import { expect, it } from 'vitest'
import { NowcastStream } from '../../../scripts/nowcast/stream.ts'
import { nowcastLineSchema } from '../../contract/nowcast.ts'

const AT = 1_656_806_400 // a whole five minutes
const sites = [{ id: 'here', lat: 68, lon: 27 }]
const start = () => new NowcastStream({ sites, radiusKm: 16, everyS: 300 })
const strike = (second: number, lat = 68, lon = 27) => `${AT + second}000000000,${lat},${lon}`
const timesOf = (stream: NowcastStream, line: string) => [...stream.take(line)].map(({ t }) => t.slice(11, 19))

it('has output at each multiple of its period, from earlier lines', () => {
  const stream = start()
  expect(timesOf(stream, 'time_unix_ns,lat,lon')).toEqual([])
  expect(timesOf(stream, strike(10))).toEqual([])
  expect(timesOf(stream, strike(299))).toEqual([])
  expect(timesOf(stream, `#t,${AT + 300}000000000`)).toEqual(['00:05:00'])
  expect(timesOf(stream, strike(1_200))).toEqual(['00:10:00', '00:15:00', '00:20:00'])
})

it('matches the schemas of the contract', () => {
  const stream = start()
  for (let second = 0; second < 280; second += 5) [...stream.take(strike(second, 67.8 + second / 3_000))]
  const [line] = [...stream.take(`#t,${AT + 300}000000000`)]
  expect(nowcastLineSchema.parse(line)).toEqual(line)
  expect(line!.storms).toHaveLength(1)
  expect(line!.sites[0]!.p['60']).toBeGreaterThan(0.5)
})

it('reports the problem of a line with the allowed format, and continues', () => {
  const stream = start()
  const take = (line: string) => [...stream.take(line)]
  expect(() => take('yesterday,68,27')).toThrow(/time is "yesterday": allowed are whole nanoseconds/)
  expect(() => take(strike(1, 91))).toThrow(/lat is "91": allowed are degrees from -90 to 90/)
  expect(() => take(`${AT}000000000,68`)).toThrow(/lon is ""/)
  take(strike(20))
  expect(() => take(strike(10))).toThrow(/time goes back/)
  expect(timesOf(stream, strike(301))).toEqual(['00:05:00'])
})

it('is independent of later lines', () => {
  const one = start()
  const other = start()
  for (let second = 0; second < 290; second += 7) for (const stream of [one, other]) [...stream.take(strike(second))]
  const calm = [...one.take(`#t,${AT + 300}000000000`)]
  const stormy = [...other.take(strike(300, 68.1, 27.1))]
  expect(calm).toEqual(stormy)
})
