import { chakra } from '@chakra-ui/react/styled-system';
import { inputRecipe, selectRecipe, switchRecipe, textareaRecipe } from '#src/theme/recipes.ts';

// Chakra's own controls bring a state machine each for what the browser does anyway.

export const Input = chakra('input', inputRecipe);
export const Textarea = chakra('textarea', textareaRecipe);
/** The browser's own select. */
export const Select = chakra('select', selectRecipe);
/** A check box styled as a switch; give it the role. */
export const Switch = chakra('input', switchRecipe);
