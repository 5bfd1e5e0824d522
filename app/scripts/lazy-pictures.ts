/** Settings of the IntersectionObservers: visible fraction, and margin around the screen. */
const visible = 0.1
const margin = '50px'

const images = new WeakMap<Element, HTMLImageElement>()
const screenObserver = new IntersectionObserver(
  (entries) => {
    for (const { target, intersectionRatio } of entries) {
      if (intersectionRatio >= visible) load(target as HTMLElement)
    }
  },
  { threshold: visible, rootMargin: margin },
)

/**
 * Loads the pictures of app/site/lazy-image.tsx when they come near the screen. `data-state` is
 * waiting, loading, loaded or failed.
 */
export function loadPictures() {
  for (const picture of document.querySelectorAll<HTMLElement>('.picture')) {
    // The browser does not fetch the images of an inert document.
    const html = picture.querySelector('noscript')?.textContent ?? ''
    const image = new DOMParser().parseFromString(html, 'text/html').images[0]
    if (!image) continue
    images.set(picture, image)
    picture.setAttribute('role', 'img')
    picture.setAttribute('aria-label', image.alt)
    enter(picture, 'waiting')
    screenObserver.observe(picture)
  }
}

function load(picture: HTMLElement) {
  const image = images.get(picture)
  if (!image) return
  screenObserver.unobserve(picture)
  enter(picture, 'loading')
  image.addEventListener('load', () => {
    enter(picture, 'loaded')
    picture.removeAttribute('role')
    picture.removeAttribute('aria-label')
  })
  image.addEventListener('error', () => {
    const failure = document.createElement('p')
    failure.textContent = 'Failed to load image'
    image.replaceWith(failure)
    enter(picture, 'failed')
    picture.setAttribute('aria-label', `${image.alt} (${failure.textContent})`)
  })
  image.sizes = `${picture.clientWidth}px`
  picture.append(image)
}

function enter(picture: HTMLElement, state: 'waiting' | 'loading' | 'loaded' | 'failed') {
  picture.dataset['state'] = state
}
