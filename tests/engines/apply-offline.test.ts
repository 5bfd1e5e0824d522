import { field, fillIn, formPath, referenceId, seesDraftSaved, send } from './application-form.ts'
import { expect, test } from './support.ts'

const email = 'offline@a.test'

test('without network the form opens from the cache, and what is sent arrives once and later', async ({
  user,
  link,
  applications,
}) => {
  await user.open(formPath)
  // A controller has been installed. WebKit sometimes leaves its state at "installing".
  const isControlled = () => user.page.read(() => navigator.serviceWorker.controller !== null)
  await expect.poll(isControlled, 'a service worker controls the page').toBe(true)
  await fillIn(user, email)
  await seesDraftSaved(user)

  link.cut()
  await user.page.reload()
  await seesDraftSaved(user)
  await user.expectChoicesKept()
  link.mend()
  link.resetAll()
  await user.page.reload()
  await seesDraftSaved(user)
  await user.expectChoicesKept()
  await send(user)
  await user.sees('Waiting for network', '#kept')
  link.cut()
  await user.page.reload()
  await user.sees('Waiting for network', '#kept')
  expect(await applications(email)).toEqual([])

  link.resetNone()
  link.mend()
  await user.sees('Received', '#kept', 40_000)
  await user.sees(referenceId, '#kept')
  expect(await user.value(field('first_name'))).toBe('')
  const [shown] = referenceId.exec(await user.text('#kept')) ?? []
  expect(await applications(email)).toMatchObject([{ referenceId: shown }])
})
