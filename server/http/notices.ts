import { noticePlaceholder } from '../../contract/constants.ts'
import type { Template } from './static-files.ts'

/**
 * Puts the notices in the place that each page has for them. The result is the same object until the
 * notices change, so that it is compressed once.
 */
export function noticeFiller() {
  const filled = new WeakMap<Template, { notices: string; page: Template }>()
  return (template: Template, notices: string) => {
    const known = filled.get(template)
    if (known?.notices === notices) return known.page
    if (!template.body.includes(noticePlaceholder)) return template
    const page = { ...template, body: Buffer.from(withNotices(template.body.toString(), notices)) }
    filled.set(template, { notices, page })
    return page
  }
}

export type FillNotices = ReturnType<typeof noticeFiller>

export function withNotices(html: string, notices: string) {
  return html.replace(noticePlaceholder, () => notices)
}
