/** `mailto:` link to the HR address, to apply for a job or a consultancy. */
export function applyByMail(hrEmail: string, title: string) {
  return `mailto:${hrEmail}?subject=${encodeURIComponent(`Application - ${title}`)}`
}
