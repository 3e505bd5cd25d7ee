import { createNewcomer } from './drivers/newcomer.ts'
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
