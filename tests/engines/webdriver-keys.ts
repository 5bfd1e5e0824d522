/** The characters that stand for keys in WebDriver. Any other key is its own character. */
const codes: Record<string, string> = {
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Tab: '\uE004',
  Enter: '\uE007',
  '\n': '\uE007',
  Space: ' ',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Delete: '\uE017',
  Home: '\uE011',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

export function keyOf(name: string): string {
  return codes[name] ?? name
}
