import { findBreaches } from './breaches.ts'
import { createNewcomer } from './drivers/newcomer.ts'
import { createWall } from './drivers/wall.ts'
import { expect, test } from './fixtures.ts'
import { PASSWORD, SIGN_IN_COMPLAINTS, shareASignInServer } from './sign-in-server.ts'

test.use({ expectedComplaints: SIGN_IN_COMPLAINTS })
const server = shareASignInServer()

test('a user signs in with the keyboard, stays signed in, and signs out', async ({ page }) => {
  const { given, when, sees } = createNewcomer(page, server().url)
  await given.opensTheMap()
  await sees.askedToSignIn()
  await when.triesToGetAround()
  await sees.askedToSignIn()

  await when.types('tower', 'under the clouds')
  await sees.refused()
  await when.typesAgain(PASSWORD)
  await sees.lightningLive()
  await when.comesBack()
  await sees.lightningLive()
  await when.signsOut()
  await sees.askedToSignIn()

  for (const secret of [PASSWORD, 'under the clouds', 'brontide=']) expect(server().log()).not.toContain(secret)
})

test('a wall is added at the desk, opens by its link, and is removed', async ({ page, anotherScreen }) => {
  const { given, when, sees, walls } = createNewcomer(page, server().url)
  await given.opensTheMap('/?layers=lightning#5.00/31.000/115.000')
  await when.types('tower', PASSWORD)
  await sees.lightningLive()
  await when.opensTheWalls()
  await sees.noWallListed()
  const link = await when.letsIn('Hall')
  await sees.wallListed('Hall', /Not opened yet/)

  const screen = await anotherScreen()
  const wall = createWall(screen)
  await screen.goto(link)
  await wall.sees.live()
  expect(new URL(screen.url()).hash).toBe('#5.00/31.000/115.000')
  await sees.wallListed('Hall', /Last seen \d{4}-/)
  await screen.reload()
  await wall.sees.live()

  expect(await findBreaches(page, { within: ['dialog'] })).toEqual([])
  await when.turnsAway('Hall')
  await sees.noWallListed()
  const turnedAway = createNewcomer(screen, server().url)
  await turnedAway.sees.askedToSignIn()
  await screen.goto(link)
  await turnedAway.sees.linkRefused()
  await page.keyboard.press('Escape')
  await expect(walls).toBeHidden()
  expect(server().log()).not.toContain(new URL(link).hash.split('=')[1])
})
