// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { MINUTE_MS, wholeMinute } from '../../../core/time/durations.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { useStorms } from '../storms/use-storms.ts'
import { useNow, useOfNow } from './use-now.ts'

const rendered = { second: 0, minute: 0, storms: 0 }

function Second() {
  useNow()
  rendered.second++
  return null
}

function Minute() {
  useOfNow(wholeMinute)
  rendered.minute++
  return null
}

function Storms() {
  useStorms()
  rendered.storms++
  return null
}

it('renders again what changed: the second each second, its minute each minute, storms with their nowcast', async () => {
  const beside = (
    <>
      <Second />
      <Minute />
      <Storms />
    </>
  )
  const desk = await openDesk('/?layers=lightning', { beside, isAlone: true })
  await desk.pass(MINUTE_MS - (desk.clock.now() % MINUTE_MS) + 5_000)
  const before = { ...rendered }
  await desk.pass(20_000)
  expect(rendered.second - before.second).toBeGreaterThanOrEqual(19)
  expect([rendered.minute, rendered.storms]).toEqual([before.minute, before.storms])
  await desk.pass(MINUTE_MS - 20_000)
  expect(rendered.minute).toBe(before.minute + 1)
})
