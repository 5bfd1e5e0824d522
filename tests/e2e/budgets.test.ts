import { budgets } from '../../bench/budgets.ts'
import { weigh } from '../../bench/page-weight.ts'
import { expect, test } from './support.ts'

for (const [path, budget] of budgets) {
  test(`${path} stays within its byte budget and contacts no other host`, async ({
    page,
    baseURL,
  }) => {
    const { page: bytes, scripts, early, elsewhere } = await weigh(page, `${baseURL}${path}`)
    expect(bytes, 'HTML and CSS').toBeLessThanOrEqual(budget.page)
    expect(scripts, 'scripts').toBeLessThanOrEqual(budget.scripts)
    expect(early.length, `before the first paint: ${early.join(', ')}`).toBeLessThanOrEqual(
      budget.early,
    )
    expect(elsewhere, 'other hosts').toEqual([])
  })
}
