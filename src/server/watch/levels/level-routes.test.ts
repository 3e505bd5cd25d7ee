import { expect, it } from 'vitest'
import { levelsAnswerSchema } from '../../../contract/watch/place-states.ts'
import { setUpAppServer } from '../../../testing/app-server-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'

it('names places that are not monitored beside the states of the others', async () => {
  const { clock, history, watch, run } = await setUpWatch({ places: [placeOf('manila'), placeOf('cebu', {}, 1)] })
  const { request } = setUpAppServer({}, { clock, history, watch })
  await run(5)
  const levels = async (query: string) => {
    const { places, unknown } = levelsAnswerSchema.parse(await (await request(`/api/levels${query}`)).json())
    return [places.map(({ place, ladder }) => `${place?.id} ${ladder}`), unknown]
  }
  expect(await levels('?place=manila,Manila,none')).toEqual([
    ['manila lightning', 'manila weather'],
    ['Manila', 'none'],
  ])
  expect(await levels('?place=none')).toEqual([[], ['none']])
  expect(await levels('')).toEqual([[], []])
})
