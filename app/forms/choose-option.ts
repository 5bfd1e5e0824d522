/** Chooses an option of a select, or the first one if the select does not have it. */
export function chooseOption(select: HTMLSelectElement | null, value: string) {
  if (!select) return
  select.value = value
  if (select.selectedIndex < 0) select.selectedIndex = 0
}
