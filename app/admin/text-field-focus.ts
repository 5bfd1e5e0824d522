/** True while somebody types in a field. A reply must then not move the focus, or letters act as shortcuts. */
export function isInTextField() {
  return document.activeElement?.matches('textarea, select, input:not([type=checkbox])') ?? false
}
