import { makeAnotherBuild } from './another-build.ts'
import { layCable } from './cable.ts'
import { createWall } from './drivers/wall.ts'
import { expect, test } from './fixtures.ts'
import { type Brontide, FEWER_STRIKES, startSimulated } from './stack.ts'

test.use({
  serviceWorkers: 'allow',
  // Messages of browsers about an unreachable server and a lost graphics context.
  expectedComplaints: [/ERR_|Failed to (load|fetch)|WebSocket|CONTEXT_LOST|WebGL|Connection|AJAXError/i],
})

test('a wall survives loss of graphics, server, network, clock and version, without growth of memory', async ({
  page,
}) => {
  const { given, when, sees } = createWall(page)
  const next = await makeAnotherBuild()
  let server: Brontide = await startSimulated(FEWER_STRIKES)
  const cable = await layCable(server.url)
  const restart = async (env: Record<string, string> = {}) => {
    await server.close()
    server = await startSimulated({ ...FEWER_STRIKES, ...env })
    cable.leadsTo(server.url)
  }
  try {
    await given.hangsAt(`${cable.url}/?kiosk&layers=lightning`)
    await sees.live()
    await when.losesItsGraphics() // so that all code has run once
    await sees.live()
    await given.isMarked()
    const before = await given.holds()

    for (const then of ['given back', 'gone for good', 'gone for good'] as const) {
      await when.losesItsGraphics(then)
      await sees.live()
    }
    cable.swallow() // its connections are forgotten while it sleeps
    cable.mend()
    await when.sleepsForANight()
    await sees.live()
    await sees.theRightTime()

    for (let time = 0; time < 3; time++) {
      await restart()
      await sees.live()
    }

    cable.cut()
    await when.isCutOffForAnHour()
    await sees.thatItIsCutOff()
    cable.mend()
    await sees.live()
    await sees.theRightTime()

    for (const minutes of [20, -20]) {
      await when.itsClockIsSetWrong(minutes)
      await sees.live()
      await sees.theRightTime()
    }

    await sees.thatThePageIsTheSame()
    await sees.thatItHoldsNoMoreThan(before)

    await given.hasKeptItsShell()
    await restart({ BUILD_ROOT: next.root })
    await sees.thatThePageIsAnotherOne()
    await sees.live()
    await sees.theRightTime()
    await sees.thatItHoldsNoMoreThan(before)
    await expect.poll(() => healings(server), { message: 'healings in the log' }).toContain('version')

    await when.isLeftByEscape()
    await sees.theDesk()
  } finally {
    await page.close()
    await server.close()
    await cable.close()
    await next.remove()
  }
})

/** Recoveries that walls reported to this server. */
function healings(server: Brontide): string[] {
  const lines = server.log().split('\n')
  return lines
    .filter((line) => line.includes('wall display recovered'))
    .map((line) => (JSON.parse(line) as { cause: string }).cause)
}
