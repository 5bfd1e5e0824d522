import { setTimeout as sleep } from 'node:timers/promises'

import { createApplications, list } from '../e2e/records.ts'
import { signIn } from './back-office.ts'
import { expect, test } from './support.ts'

const search = 'main search input'

test('staff find an application, decide, undo and export with the keyboard', async ({
  user,
  request,
}) => {
  await createApplications(request, 2, 'letters')
  await signIn(user, `${list}?sort=email`)
  await user.sees('letters.1@')
  for (const delay of [25, 250, 300]) {
    await user.press('Control+k')
    await expect.poll(() => user.hasFocus(search)).toBe(true)
    await user.press('Control+a')
    await user.keys('letters.0@', delay)
    await user.sees('1 to 1 of 1')
    await sleep(1000)
    expect(await user.value(search)).toBe('letters.0@')
    await user.press('Control+a')
    await user.press('Delete')
    await user.sees('letters.1@')
  }
  await user.keys('letters.')
  await user.sees('1 to 2 of 2')
  await user.press('ArrowDown')
  await expect.poll(() => user.hasFocus('[data-opens]')).toBe(true)
  const row = 'main tbody tr'
  await user.press('a')
  await user.sees('Accepted', row)
  await user.sees('1 application accepted')
  await user.press('z')
  await user.sees('Pending', row)

  await user.press('c')
  const reason = '[role=dialog] select'
  await expect.poll(() => user.hasFocus(reason)).toBe(true)
  await user.keys('Dates')
  await user.press('Tab')
  await user.keys('Come in May.')
  await user.press('Control+Enter')
  await user.sees('1 to 1 of 1')
  await user.sees('1 application declined')
  await expect.poll(() => user.hasFocus('[data-opens]'), 'the next row').toBe(true)
  await user.press('z')
  await user.sees('1 to 2 of 2')
  await user.sees('Pending', row)
  await user.press('d')
  await user.sees('Export completed successfully')
})
