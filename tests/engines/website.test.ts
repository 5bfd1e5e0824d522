import { signIn } from './back-office.ts'
import { field } from './application-form.ts'
import { named } from './locate.ts'
import { test } from './support.ts'

test('staff change the title of an event and publish it', async ({ user }) => {
  await signIn(user, '/admin/website')
  await user.click(named('Edit:', 'main'))
  await user.type(field('title'), 'Tamasha')
  await user.click(named('Publish now', '[role=dialog]'))
  await user.sees('Tamasha is published')
  await user.open('/events')
  await user.sees('Tamasha', 'main')
})
