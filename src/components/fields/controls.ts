import { chakra } from '@chakra-ui/react/styled-system';
import { inputRecipe, selectRecipe, switchRecipe, textareaRecipe } from '#src/theme/recipes.ts';

// Chakra's own bring a state machine each, to do what the browser does with these by itself.

/** One line of text. */
export const Input = chakra('input', inputRecipe);
/** Text of several lines. */
export const Textarea = chakra('textarea', textareaRecipe);
/** The browser's list of values. */
export const Select = chakra('select', selectRecipe);
/** A check box that looks like a switch; give it the role. */
export const Switch = chakra('input', switchRecipe);
