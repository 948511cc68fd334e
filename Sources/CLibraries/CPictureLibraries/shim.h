// The libraries that decode pictures. Nothing of them is shown to Swift: C alone uses them, behind the wall.
#pragma once
