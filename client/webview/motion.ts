// Whether things may move by themselves: not where the user has asked the system or VS Code for less motion.

export const calm = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || document.body.classList.contains('vscode-reduce-motion');
