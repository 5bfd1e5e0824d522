/** Letters, apostrophes and dashes that Unicode does not decompose, each with its Latin form. */
const forms =
  "ʼ' ʻ' ʹ' ′' ʿ' ʾ' ‐- ‑- −- ŁL łl ĐD đd ĦH ħh ıi ŦT ŧt ŊNg ŋng ƁB ɓb ƊD ɗd ƉD ɖd ƘK ƙk ƳY ƴy ƐE ɛe ƆO ɔo ƏE əe ƔGh ɣgh ƲV ʋv ẞSS ßss øo æae œoe þth ðd"

export const latinForms = new Map(
  forms.split(' ').map(([letter = '', ...latin]) => [letter, latin.join('')]),
)
