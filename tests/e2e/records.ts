import type { APIRequestContext, Locator, Page } from '@playwright/test'

import { people } from './application-form.ts'
import { api } from './support.ts'

export const list = '/admin/industrial-attachments'

interface Created {
  _id: string
  referenceId: string
  email: string
  first_name: string
  last_name: string
  updatedAt: string
}

/** Creates applications as staff and returns them; the last one is the newest. */
export async function createApplications(
  request: APIRequestContext,
  count: number,
  who: string,
  changes: object = {},
) {
  const call = await api(request)
  const [course] = await call('GET', '/users/courses')
  const [department] = await call('GET', '/users/departments')
  const created: Created[] = []
  for (const person of people(count, who)) {
    created.push(
      await call('POST', '/admin/attachments', {
        ...person,
        institution: course.institution,
        course,
        department,
        agree_terms: true,
        is_accepted: false,
        is_archived: false,
        ...changes,
      }),
    )
  }
  return created
}

/** Chooses an action in the menu of an application's row, or in that of the panel. */
export async function chooseMore(within: Locator, action: string) {
  await within.getByRole('button', { name: /^More/ }).click()
  await within.getByRole('menuitem', { name: action }).click()
}

/** The table row or card that contains the text. */
export function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}
