/** Flash message: loads another page, which shows the notice (app/scripts/enhance.ts). */
export function redirectWithFlash(notice: string, to: string) {
  sessionStorage.setItem('notice', notice)
  location.assign(to)
}
