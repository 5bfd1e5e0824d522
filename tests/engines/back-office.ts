import { administrator } from '../support/server.ts'
import { type BrowserUser, eventually } from './browser-user.ts'

const email = 'input[type=email]'

/** Opens a screen of the back office and signs in as the administrator, with the keyboard. */
export async function signIn(user: BrowserUser, path: string) {
  await user.open(path)
  // On a page without controls, Tab would lead out of the page, to the browser's address bar.
  await eventually(() => user.value(email)).toBe('')
  await user.tabTo(email)
  await user.keys(administrator.email)
  await user.press('Tab')
  await user.keys(administrator.password)
  await user.press('Enter')
  await user.sees('Login successful!')
}
