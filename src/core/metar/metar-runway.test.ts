import { expect, it } from 'vitest'
import { readRunwayState } from './metar-runway.ts'

it('reads deposit, extent, depth and braking of a runway', () => {
  expect(readRunwayState('R24/290156')).toEqual({
    runway: '24',
    isCleared: false,
    isClosedBySnow: false,
    isOutOfUse: false,
    deposit: 2,
    extent: 9,
    depthMm: 1,
    braking: { kind: 'friction', coefficient: 0.56 },
  })
  expect(readRunwayState('R36R/459395')).toMatchObject({ depthMm: 150, extent: 5, braking: { kind: 'good' } })
  expect(readRunwayState('R18/499992')).toMatchObject({ isOutOfUse: true, depthMm: null })
})

it('reads the form without an R, with the parallel runway as 50 more', () => {
  expect(readRunwayState('24490595')).toMatchObject({ runway: '24', deposit: 4, extent: 9, depthMm: 5 })
  expect(readRunwayState('74490595')).toMatchObject({ runway: '24R' })
  expect(readRunwayState('88190050')).toMatchObject({ runway: 'all' })
  expect(readRunwayState('99190050')).toMatchObject({ runway: 'last' })
})

it('leaves unreported values null', () => {
  expect(readRunwayState('R09///////')).toMatchObject({ deposit: null, extent: null, depthMm: null, braking: null })
})

it('parses a cleared runway and an airport closed by snow', () => {
  expect(readRunwayState('R18/CLRD70')).toMatchObject({ isCleared: true, braking: { coefficient: 0.7 } })
  expect(readRunwayState('R18/CLRD//')).toMatchObject({ isCleared: true, braking: null })
  expect(readRunwayState('R/SNOCLO')).toMatchObject({ runway: 'all', isClosedBySnow: true })
})

it('rejects invalid runway states', () => {
  for (const text of ['', 'R24/0800U', 'R06/P2000N', '24010MPS', '9999']) expect(readRunwayState(text)).toBeNull()
})
