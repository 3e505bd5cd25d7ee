import { expect, it } from 'vitest'
import { configWithPage } from './config-with-page.ts'

const CONFIG = { version: '1', now: '2026-07-01T08:00:00Z' }
const OPENED = { fetchStart: 4, responseStart: 51 }

const pageWith = (text: string | null) => ({
  getElementById: (id: string) => (id === 'config' && text !== null ? ({ textContent: text } as HTMLElement) : null),
})
const timeline = { getEntriesByType: () => [OPENED] as unknown as PerformanceEntryList }

it('is the configuration embedded in the page, with the times of the page request', () => {
  const answer = configWithPage(pageWith(JSON.stringify(CONFIG)), timeline)
  expect(JSON.parse(answer?.text ?? '')).toEqual(CONFIG)
  expect(answer).toMatchObject({ status: 200, sentMs: 4, receivedMs: 51 })
  expect(answer?.headers.get('date')).toBe(CONFIG.now)
})

it('is requested if the page lacks it', () => {
  expect(configWithPage(pageWith(null), timeline)).toBeNull()
})
