-- A file was imported into the list of teachers, below a title and with a hidden row.
UPDATE moves SET list = 'teachers';
UPDATE move_sheets SET left_out = '[{"row": 1, "cells": ["Teachers"], "reason": "title"}]', merged_rows = 1, hidden_rows = 1;
