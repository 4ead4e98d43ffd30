// The theme in force, for what can't follow custom properties by itself (a canvas).

export const themeColour = (property: string): string =>
  getComputedStyle(document.body).getPropertyValue(property).trim() || 'currentColor';

/** VS Code changes the body's class and the root's style when the theme changes. Returns how to stop listening. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}
