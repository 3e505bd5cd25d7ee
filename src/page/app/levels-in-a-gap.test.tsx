// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import { placeOf } from '../../testing/watch-kit.ts'
import { useAlarmLog } from '../live/alarms/alarm-log.ts'
import { useLevels } from '../live/levels/level-store.ts'
import { Watched } from '../wall/watched.tsx'

const HOOK = { id: 'gate', kind: 'webhook', url: 'https://gate.example.com/', secret: 'x'.repeat(32) }

/** Opens a desk and a wall card for a place in a storm, and the messages received by a webhook. */
async function openInAStorm() {
  const took: Alarm[] = []
  const desk = await openDesk('/?watch=.golf&place=golf', {
    guarded: [placeOf('golf', { name: 'Golf' })],
    channels: [HOOK],
    async post({ body }) {
      took.push(JSON.parse(body) as Alarm)
      return { status: 204, text: '' }
    },
    beside: <Watched />,
  })
  await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
  await waitFor(() => expect(useLevels.getState().line).toBe('whole'))
  const watched = desk.watched!
  await act(() => watched.run(2))
  watched.strike(3)
  await act(() => watched.run(20))
  return { ...desk, watched, took }
}

/** By tag: searching a whole desk by role is slow. */
const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ''

it('states on each screen and to a receiver since when data are missing, hides no state, and recovers automatically', async () => {
  const { watched, took, lightning } = await openInAStorm()
  const screens = () => ({
    chip: textOf('nav[aria-label="Watched airports and places"]'),
    card: textOf('section[aria-label="Lightning hold timer"]'),
    wall: textOf('ul[aria-label="Watched airports and places"]'),
  })
  const isOn = () => document.querySelectorAll('[aria-label="Lightning levels"] > [data-state="on"]').length
  await waitFor(() => expect(isOn()).toBe(3))
  expect(screens()).toMatchObject({
    chip: expect.stringMatching(/Golf◎5 hold 10\smin/),
    wall: expect.stringMatching(/5 km ring Golf +16:1\d/),
  })

  lightning.stall()
  for (let s = 0; s < 45; s += 15) await act(() => watched.silence(15))
  expect(screens()).toEqual({
    chip: expect.stringContaining('Golf◎5 no data since 08:00'),
    card: expect.stringMatching(/count-down paused, no data.*Data \d+% of 10 min; no data since 08:00:2\d/),
    wall: expect.stringContaining('◎5 no data since 08:00'),
  })
  expect(isOn()).toBe(3)
  expect(took.map(({ step, observed }) => `${step} ${observed?.now}`)).toEqual(['up true', 'observation false'])
  expect(took.at(-1)!.text).toMatch(/No lightning data since 08:00:2\d; the situation since then is unknown/)

  lightning.goOn()
  await act(() => watched.run(3))
  expect(screens()).toEqual({
    chip: expect.stringMatching(/Golf◎5 hold 10\smin/),
    card: expect.stringMatching(/5 km ring: not before 08:1\d UTC, if no further strike.*Data \d+% of 10 min/),
    wall: expect.stringMatching(/5 km ring Golf +16:1\d/),
  })
  expect(screens().card).not.toContain('no data since')
  expect(isOn()).toBe(3)
  expect(took.map(({ step, observed }) => `${step} ${observed?.now}`).slice(2)).toEqual(['observation true'])
})
