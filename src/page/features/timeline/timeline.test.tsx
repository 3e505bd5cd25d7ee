// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import * as fields from '../../ui/field/select.tsx'

async function openTimeline() {
  const desk = await openDesk('/')
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
  const shown = () => timeline.getByRole('slider', { name: 'Shown time' }).getAttribute('aria-valuetext')
  return { desk, timeline, shown }
}

it('steps back from live and forward again, by buttons and by keys, and returns with one click', async () => {
  const { desk, timeline, shown } = await openTimeline()
  expect(shown()).toBe('Live')
  await desk.user.click(timeline.getByRole('button', { name: 'Step back ([)' }))
  const back = shown()
  expect(back).toContain('07:59:')
  await desk.user.keyboard('[[[[')
  expect(shown()).not.toBe(back)
  await desk.user.keyboard(']]')
  expect(shown()).toBe(back)
  await desk.user.keyboard('.')
  expect(shown()).toBe('Live')
  await desk.user.keyboard('[[')
  await desk.user.click(await timeline.findByRole('button', { name: /live/i }))
  expect(shown()).toBe('Live')
})

it('moves the track each second without rendering the lists beside it', async () => {
  const lists = vi.spyOn(fields, 'Select')
  const { desk, timeline } = await openTimeline()
  const endMs = () => Number(timeline.getByRole('slider', { name: 'Shown time' }).getAttribute('aria-valuemax'))
  const beforeMs = endMs()
  expect(lists).toHaveBeenCalled()
  lists.mockClear()
  await desk.pass(10_000)
  expect(endMs() - beforeMs).toBeGreaterThan(5_000)
  expect(lists.mock.calls.length).toBeLessThan(10)
})

it('plays the window again by the space bar, and stops by it', async () => {
  const { desk, shown } = await openTimeline()
  await desk.user.keyboard(' ')
  const begun = shown()
  expect(begun).toContain('07:30:')
  await desk.pass(3_000)
  const later = shown()
  expect(later).not.toBe(begun)
  await desk.user.keyboard(' ')
  const stopped = shown()
  await desk.pass(3_000)
  expect(shown()).toBe(stopped)
})

it('states the maximum of a bar', async () => {
  const { desk, timeline } = await openTimeline()
  const time = BigInt(Math.floor(desk.clock.now())) * 1_000_000n
  await desk.strike(strikeRecord({ time }), strikeRecord({ time: time + 1_000_000_000n, lat: 24 }))
  await desk.pass(2_000)
  expect(timeline.getByText(/^strokes per 10 s · all, max 2$/)).toBeTruthy()
})

it('writes no times over each other before its width is known', async () => {
  const { timeline } = await openTimeline()
  expect(timeline.queryAllByText(/^\d\d:\d\d/)).toEqual([])
})
