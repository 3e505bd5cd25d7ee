import { createWall } from './drivers/wall.ts'
import { test } from './fixtures.ts'
import { type Brontide, startSimulated } from './stack.ts'

// What a browser says of a server that is not there, and of a graphics context that is lost.
test.use({ expectedComplaints: [/ERR_|Failed to (load|fetch)|WebSocket|CONTEXT_LOST|WebGL|Connection/i] })

test('a wall outlives its graphics, its server, its network, its clock and its own version', async ({ page }) => {
  const { given, when, sees } = createWall(page)
  let server: Brontide = await startSimulated()
  const port = new URL(server.url).port
  const restart = async (env: Record<string, string> = {}) => {
    await server.close()
    server = await startSimulated({ PORT: port, ...env })
  }
  try {
    await given.hangsAt(`${server.url}/?kiosk&layers=lightning`)
    await sees.live()
    await when.isMarked()

    for (let time = 0; time < 3; time++) {
      await when.losesItsGraphics()
      await sees.live()
    }
    for (let time = 0; time < 3; time++) {
      await restart()
      await sees.live()
    }
    await sees.thatThePageIsTheSame()

    await when.itsClockIsSetWrong(20)
    await sees.live()
    await sees.theRightTime()

    await server.close()
    await when.losesTheNetwork()
    await when.anHourPasses()
    await sees.thatItIsCutOff()
    server = await startSimulated({ PORT: port })
    await when.getsTheNetworkBack()
    await sees.live()
    await sees.theRightTime()

    await restart({ BOUNDARIES: 'chn' }) // the server gives out another page
    await sees.thatThePageIsAnotherOne()
    await sees.live()

    await when.isLeftByEscape()
    await sees.theDesk()
  } finally {
    await page.close()
    await server.close()
  }
})
