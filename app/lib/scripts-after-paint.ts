/**
 * React Router starts its scripts with the document: preloads in the head and one inline module.
 * On a slow line they take the bandwidth that the first paint needs. This puts both off until the
 * browser has painted; what a person does before that stays, because nothing of it needs scripts.
 */
export function scriptsAfterPaint(html: string, nonce = '') {
  const preloads: string[] = []
  const page = html.replaceAll(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_, href) => {
    preloads.push(href)
    return ''
  })
  return page.replace(
    /<script( nonce="[^"]*")? type="module" async="">([^]*?)<\/script>/,
    (_, attribute: string | undefined, source: string) =>
      `<script${attribute ?? ''}>${starter(preloads, source, nonce)}</script>`,
  )
}

function starter(preloads: string[], source: string, nonce: string) {
  return `requestAnimationFrame(()=>setTimeout(()=>{let a=(t,p)=>document.head.append(Object.assign(document.createElement(t),p,{nonce:${inline(nonce)}}));for(let href of ${inline(preloads)})a("link",{rel:"modulepreload",href});a("script",{type:"module",textContent:${inline(source)}})}))`
}

/** A value as it can stand in an inline script. */
function inline(value: unknown) {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
