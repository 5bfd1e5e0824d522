/** The classes of a page for which its inline styles have no rule. */
export function classesWithoutRule(page: string) {
  const [styles = ''] = /(?<=<style[^>]*>)[^]*?(?=<\/style>)/.exec(page) ?? []
  const classes = [...page.matchAll(/ class="([^"]+)"/g)].flatMap(([, all = '']) =>
    all.replaceAll('&gt;', '>').replaceAll('&amp;', '&').split(' '),
  )
  const escaped = (name: string) => name.replaceAll(/[^\w-]/g, String.raw`\$&`)
  return [...new Set(classes)].filter((name) => !styles.includes(`.${escaped(name)}`))
}
