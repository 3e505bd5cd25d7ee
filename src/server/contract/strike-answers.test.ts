import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { FakeSource, strikeRecord } from '../../testing/fake-source.ts'
import { createStrikeAnswers } from './strike-answers.ts'

function setUp() {
  const clock = createFakeClock()
  const source = new FakeSource()
  const asked = vi.spyOn(source, 'strikes')
  return { clock, source, asked, answers: createStrikeAnswers({ source, clock }) }
}

const count = ({ plain }: { plain: Uint8Array }) => JSON.parse(new TextDecoder().decode(plain)).count

describe('strike answers', () => {
  it('reads the source once for all who ask between two batches', async () => {
    const { asked, answers } = setUp()
    const [one, two] = await Promise.all([answers.of(5), answers.of(5)])
    expect(await answers.of(5)).toBe(one)
    expect(two).toBe(one)
    expect(await answers.of(1)).not.toBe(one)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('holds what was sent before it was asked for, always', async () => {
    const { source, answers } = setUp()
    expect(count(await answers.of(5))).toBe(0)
    source.held = [strikeRecord()]
    source.batch(strikeRecord())
    expect(count(await answers.of(5))).toBe(1)
  })

  it('grows no older than a second while nothing is sent', async () => {
    const { clock, asked, answers } = setUp()
    await answers.of(5)
    await clock.advance(1_000)
    await answers.of(5)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('asks again after a failure', async () => {
    const { asked, answers } = setUp()
    asked.mockRejectedValueOnce(new Error('no'))
    await expect(answers.of(5)).rejects.toThrow('no')
    expect(count(await answers.of(5))).toBe(0)
  })

  it('is compressed once, to the same body', async () => {
    const { answers } = setUp()
    const answer = await answers.of(5)
    expect(await answer.gzipped()).toBe(await answer.gzipped())
    expect(gunzipSync(await answer.gzipped()).equals(answer.plain)).toBe(true)
  })
})
