import { fonts, type LetterPage } from './letterhead.ts'

export type ListItem = [label: string, text: string]

/** Draws a list whose items are a label and a text beside it. */
export function drawList({ document, section }: LetterPage, items: ListItem[], indent = 110) {
  const { left } = document.page.margins
  const list = document.struct('L')
  section.add(list)
  for (const [label, text] of items) {
    const item = document.struct('LI')
    list.add(item)
    let top = document.y
    const drawLabel = () => {
      document.font(fonts.regular).text(label, left, top, { width: indent - 6 })
    }
    const drawText = () => {
      // A text that does not fit on the page begins on the next one.
      if (document.y < top) top = document.y - document.currentLineHeight()
      document.font(indent > 20 ? fonts.bold : fonts.regular)
      document.text(text, left + indent, top, { width: document.page.width - 2 * left - indent })
    }
    item.add(document.struct('Lbl', {}, [drawLabel]))
    item.add(document.struct('LBody', {}, [drawText]))
    document.y += 4
  }
  list.end()
  document.font(fonts.regular)
  document.x = left
  document.moveDown(0.7)
}
